import { describe, expect, test } from "vitest";
import { actionKey, chance, count, figure, fraction, percent, signed, tableWords } from "./format";

describe("figures", () => {
  test("shares are written as per cent, with a real minus", () => {
    expect(percent(0.0780716)).toBe("7.8072%");
    expect(percent(-0.122429)).toBe("−12.2429%");
    expect(percent(1, 0)).toBe("100%");
  });
  test("nothing is minus nothing", () => {
    expect(percent(-1e-9)).toBe("0.0000%");
    expect(signed(-1e-9)).toBe("0.000000");
    expect(signed(1e-9)).toBe("0.000000");
  });
  test("a probability keeps its figures however small it is", () => {
    expect(chance(0.225936)).toBe("22.594%");
    expect(chance(0.0123456)).toBe("1.2346%");
    expect(chance(0.00001531234)).toBe("0.0015312%");
    expect(chance(0)).toBe("0%");
    expect(chance(1)).toBe("100.000%");
  });
  test("values have their sign", () => {
    expect(signed(0.3021049)).toBe("+0.302105");
    expect(signed(-1)).toBe("−1.000000");
    expect(figure(5.33296)).toBe("5.3330");
  });
  test("fractions are parted by thousands", () => {
    expect(fraction("-1348050875653/50592437455560")).toEqual({
      sign: "−",
      over: "1,348,050,875,653",
      under: "50,592,437,455,560",
    });
    expect(fraction("-1")).toEqual({ sign: "−", over: "1", under: "1" });
    expect(count("133784560")).toBe("133,784,560");
    expect(count("2480805961245440861647315821120")).toBe("2.48 × 10³⁰");
  });
});

describe("words", () => {
  test("the keys of actions", () => {
    expect(["play_4x", "play_3x", "check", "fold", "raise_1x"].map(actionKey)).toEqual(["4", "3", "C", "F", "1"]);
  });
  test("streets and tables", () => {
    expect(tableWords("cover_all", "7")).toBe("7 hands");
    expect(tableWords("ante", "printed")).toBe("As printed");
    expect(tableWords("trips", "A")).toBe("Table A");
  });
});
