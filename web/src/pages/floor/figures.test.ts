import { expect, it } from "vitest";
import { bandWords, exactMeter, hourOf, hourWords, percent, rateOf, rounded } from "./figures";

it("writes shares", () => {
  expect(percent(10_000)).toBe("100%");
  expect(percent(1250)).toBe("12.5%");
});

it("writes a meter to its last unit", () => {
  expect(exactMeter(9_004_320_000)).toBe("$9,004.32");
  expect(exactMeter(40_001)).toBe("$0.04 and 1/10000 of a cent");
});

it("rounds what was computed", () => {
  expect(rounded(1948.77)).toBe("$19.49");
  expect(rounded(-106_547.8)).toBe("−$1,065.48");
});

it("says what is within its band, and only of what has one", () => {
  const [within, outside, unpriced] = [{ within: true }, { within: false }, { within: null }];
  expect(bandWords([within, within])).toBe("All within their bands");
  expect(bandWords([unpriced, unpriced])).toBe("No band to compare with");
  expect(bandWords([within, outside, unpriced])).toBe("1 of 2 outside the band");
  expect(bandWords([within, unpriced])).toBe("All with a band are within it");
});

it("reads rates", () => {
  expect(rateOf("20")).toBe(2000);
  expect(rateOf("12.5 %")).toBe(1250);
  expect(rateOf("120")).toBeNull();
  expect(rateOf("many")).toBeNull();
});

it("reads and writes an hour of the day", () => {
  expect([hourOf("6:30"), hourOf(" 23:59 "), hourOf("00:00")]).toEqual([390, 1439, 0]);
  for (const text of ["", "24:00", "6", "12:60", "noon"]) expect(hourOf(text)).toBeNull();
  expect([hourWords(390), hourWords(0)]).toEqual(["06:30", "00:00"]);
});
