import { describe, expect, it } from "vitest";
import { homeOf } from "./home";

describe("where somebody goes after signing in", () => {
  it("is the page that they wanted", () => {
    expect(homeOf("player", "/table/ultimate?seat=2")).toBe("/table/ultimate?seat=2");
  });
  it("is never another site", () => {
    for (const next of ["//elsewhere.example", "/\\elsewhere.example", "https://elsewhere.example", "sign-in"])
      expect(homeOf("player", next)).toBe("/");
  });
  it("is the desk of the role otherwise", () => {
    expect(homeOf("dealer", null)).toBe("/dealer");
    expect(homeOf("auditor", null)).toBe("/audit");
    expect(homeOf("player", null)).toBe("/");
  });
});
