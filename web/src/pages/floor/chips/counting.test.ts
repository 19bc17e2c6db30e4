import { expect, it } from "vitest";
import { zoned } from "../../../lib/time/when";
import { shiftsToDrop } from "./counting";

it("names a shift by the house's clock, with date and zone", () => {
  const opened_at = Date.UTC(2026, 2, 10, 1, 30);
  const day = { day: { shift: 3, opened_at, closing: null } } as unknown as Parameters<typeof shiftsToDrop>[0][number];
  expect(shiftsToDrop([day], (at) => zoned(at, "America/New_York"))).toEqual([
    { value: "3", label: "3: opened 2026-03-09 21:30:00 EDT, open" },
  ]);
});
