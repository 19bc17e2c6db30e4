import { expect, it } from "vitest";
import { namedRound, namedTable, replayOf } from "./rounds";

const record = (stream: string, body: Record<string, unknown>): { stream: string; version: number; kind: string; body: Record<string, unknown> } => ({
  stream,
  version: 3,
  kind: "x",
  body,
});

it("finds the round and the table that a record names", () => {
  expect(namedRound(record("table:t", { round: 7 }))).toBe(7);
  expect(namedRound(record("table:t", { award: "12.3.main" }))).toBe(12);
  expect(namedRound(record("table:t", { seat: 2 }))).toBe(0);
  expect(namedTable(record("table:a:b", {}))).toBe("a:b");
  expect(namedTable(record("fair:t", {}))).toBe("t");
  expect(namedTable(record("link:l", { table: "t" }))).toBe("t");
  expect(namedTable(record("house", {}))).toBe("");
});

it("links to a step of a replay", () => {
  expect(replayOf({ table: "a b", round: 4, version: 9 })).toBe("/audit/table/a%20b/4?at=9");
  expect(replayOf({ table: "t", round: 4, version: 0 })).toBe("/audit/table/t/4");
});
