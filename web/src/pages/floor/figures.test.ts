import { expect, it } from "vitest";
import { bounds, exactMeter, percent, rateOf, rounded } from "./figures";

const amount = { name: "ante", least: 500, most: 50_000, only: [] as number[], equals: "", times: [], between: false };

it("writes shares", () => {
  expect(percent(10_000)).toBe("100%");
  expect(percent(1250)).toBe("12.5%");
});

it("writes limits", () => {
  expect(bounds(amount)).toBe("$5 to $500");
  expect(bounds({ ...amount, only: [100, 500] })).toBe("$1 or $5");
  expect(bounds({ ...amount, most: 10 ** 12 })).toBe("from $5");
  expect(bounds({ ...amount, equals: "ante" })).toBe("as much as the ante");
  expect(bounds({ ...amount, least: 1, most: 10 ** 12 })).toBe("none posted");
});

it("writes a meter to its last unit", () => {
  expect(exactMeter(9_004_320_000)).toBe("$9,004.32");
  expect(exactMeter(40_001)).toBe("$0.04 and 1/10000 of a cent");
});

it("rounds what was computed", () => {
  expect(rounded(1948.77)).toBe("$19.49");
  expect(rounded(-106_547.8)).toBe("−$1,065.48");
});

it("reads rates", () => {
  expect(rateOf("20")).toBe(2000);
  expect(rateOf("12.5 %")).toBe(1250);
  expect(rateOf("120")).toBeNull();
  expect(rateOf("many")).toBeNull();
});
