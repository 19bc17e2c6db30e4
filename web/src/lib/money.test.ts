import { describe, expect, it } from "vitest";
import { centsOf, dollars, exactDollars, meterDollars, typedDollars } from "./money";

describe("amounts", () => {
  it("are written with cents only where there are any", () => {
    expect(dollars(1000)).toBe("$10");
    expect(dollars(123_450)).toBe("$1,234.50");
    expect(dollars(5)).toBe("$0.05");
    expect(dollars(1000, { cents: true })).toBe("$10.00");
  });
  it("have their sign before the dollars", () => {
    expect(dollars(-750)).toBe("−$7.50");
    expect(dollars(750, { sign: true })).toBe("+$7.50");
    expect(dollars(0, { sign: true })).toBe("$0");
  });
  it("of meters are cut to the cent that they have reached", () => {
    expect(meterDollars(10_000_009_999)).toBe("$10,000.00");
    expect(meterDollars(10_000_019_999)).toBe("$10,000.01");
  });
  it("of postings are written to the last part of a cent", () => {
    expect(exactDollars(125_000_000)).toBe("$125.00");
    expect(exactDollars(-2_375)).toBe("−$0.002375");
    expect(exactDollars(10_000_500, { sign: true })).toBe("+$10.0005");
    expect(exactDollars(0, { sign: true })).toBe("$0.00");
  });
  it("of a field that begins with one are read back, whatever the language", () => {
    for (const cents of [5, 2500, 123_450, 100_000_000]) expect(centsOf(typedDollars(cents))).toBe(cents);
    expect([typedDollars(2500), typedDollars(123_450)]).toEqual(["25", "1234.50"]);
  });
  it("are read as they are typed", () => {
    expect(centsOf("25")).toBe(2500);
    expect(centsOf(" $1,234.5 ")).toBe(123_450);
    for (const text of ["", "1.234", "1,23", "-5", "ten", "1e3"]) expect(centsOf(text)).toBeNull();
  });
});
