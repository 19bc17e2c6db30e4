import { expect, it } from "vitest";
import { may } from "./may";

it("keeps people to their part of the log", () => {
  for (const role of ["player", "dealer", ""]) expect(may(role, "rounds") || may(role, "log")).toBe(false);
  expect([may("floorperson", "rounds"), may("floorperson", "log")]).toEqual([true, false]);
  expect([may("administrator", "log"), may("administrator", "export"), may("administrator", "hands")]).toEqual([true, false, false]);
  for (const role of ["surveillance", "auditor"])
    for (const right of ["log", "export", "rounds", "hands"] as const) expect(may(role, right)).toBe(true);
});
