import { expect, it } from "vitest";
import { ago, clock, day, instantOf, lasting, moment, startOf, zoned } from "./when";

const at = new Date(2026, 2, 9, 14, 5, 9).getTime();

it("writes times", () => {
  expect(clock(at)).toBe("14:05:09");
  expect(day(at)).toBe("Mar 9, 2026");
  expect(moment(at, at + 1000)).toBe("14:05:09");
  expect(moment(at, at + 86_400_000)).toBe("Mar 9, 2026, 14:05:09");
  expect(zoned(Date.UTC(2026, 2, 9, 18, 5, 9), "America/New_York")).toBe("2026-03-09 14:05:09 EDT");
});

it("says how long", () => {
  expect(lasting(45_900)).toBe("45 s");
  expect(lasting(12 * 60_000)).toBe("12 min");
  expect(lasting(47 * 3_600_000)).toBe("47 h");
  expect(lasting(5 * 86_400_000)).toBe("5 days");
  expect(ago(0)).toBe("never");
  expect(ago(at, at + 2000)).toBe("now");
  expect(ago(at, at + 61_000)).toBe("1 min ago");
});

it("reads a day, and only one that there is", () => {
  expect(startOf("2026-03-09")).toBe(new Date(2026, 2, 9).getTime());
  expect(startOf("2026-02-30")).toBeNull();
  expect(startOf("yesterday")).toBeNull();
});

it("reads a time by the clock of a zone", () => {
  const zone = "America/New_York";
  expect(instantOf("2026-01-31T20:00", zone)).toBe(Date.UTC(2026, 1, 1, 1));
  expect(instantOf("2026-07-31T20:00", zone)).toBe(Date.UTC(2026, 7, 1));
  expect(instantOf("2026-03-08T12:00", zone)).toBe(Date.UTC(2026, 2, 8, 16)); // the day on which the clocks change
  expect(instantOf("2026-11-01T00:30:15", zone)).toBe(Date.UTC(2026, 10, 1, 4, 30, 15));
  expect(instantOf("2026-03-09T14:05", "UTC")).toBe(Date.UTC(2026, 2, 9, 14, 5));
  expect(instantOf("2026-13-40T10:00", zone)).toBeNull();
  expect(instantOf("yesterday", zone)).toBeNull();
});
