import { expect, it } from "vitest";
import { WHOLE, wholeOf } from "./numbers";

it("reads whole numbers and nothing else", () => {
  expect(wholeOf(" 52 ")).toBe(52);
  expect(wholeOf("0")).toBe(0);
  for (const text of ["", "12a", "1.5", "-3", "1e3", "9999"]) expect(wholeOf(text)).toBeNull();
});

it("asks of a field what can be read", () => {
  const field = new RegExp(`^(?:${WHOLE.pattern})$`, "v");
  for (const text of ["52", " 52 ", "12a", "1.5", "9999"]) expect(field.test(text)).toBe(wholeOf(text) !== null);
});
