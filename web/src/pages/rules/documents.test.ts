import { expect, test } from "vitest";
import { byGame, differs, documentOf, placeWords, statusesOf, within, type Head } from "./documents";

const head = (rules: string, register: string, game = "Poker"): Head => ({
  rules,
  register,
  game,
  title: "",
  place: "",
  edition: "",
  effective: "",
  checked: "",
  digest: "",
  clauses: 1,
  statuses: {},
  readings: 0,
  examples: 0,
  problem: "",
});

test("a clause is of the document with its register, the newest edition first", () => {
  const all = [head("a/poker", "a-p"), head("a/poker@1", "a-p"), head("a/poker-two", "a-p-two")];
  expect(documentOf("a-p-5.b", all)?.rules).toBe("a/poker");
  expect(documentOf("a-p-two-5.b", all)?.rules).toBe("a/poker-two");
  expect(documentOf("zz-1", all)).toBeUndefined();
});

test("documents stand by game, and those with a problem do not", () => {
  const all = [head("a/x", "a", "X"), head("b/y", "b", "Y"), head("c/y", "c", "Y"), { ...head("d/y", "d", "Y"), problem: "broken" }];
  expect(byGame(all).map((each) => [each.game, each.documents.length])).toEqual([["Y", 2], ["X", 1]]);
});

test("a place is said within its section", () => {
  expect(within("§6", "§6(a)(5)")).toBe("(a)(5)");
  expect(within("Ch. 2", "Ch. 2")).toBe("Ch. 2");
  expect(within("§6", "Other")).toBe("Other");
});

test("an edition is said unless the document has none", () => {
  expect(placeWords({ ...head("a", "a"), place: "Nevada", edition: "1.0" })).toBe("Nevada, edition 1.0");
  expect(placeWords({ ...head("a", "a"), place: "Nevada", edition: "undated" })).toBe("Nevada");
  expect(placeWords({ ...head("a", "a"), place: "Nevada", edition: "proposal" })).toBe("Nevada, proposal");
});

test("a clause without a status has none", () => {
  expect(statusesOf({ statuses: [] })).toEqual(["none"]);
});

test("documents differ where one is silent or a figure is another", () => {
  expect(differs({ left: "a", right: "b", near: "", figures: [] })).toBe(false);
  expect(differs({ left: "a", right: "", near: "", figures: [] })).toBe(true);
  expect(differs({ left: "a", right: "", near: "b", figures: [] })).toBe(false);
  expect(differs({ left: "a", right: "b", near: "", figures: [["Decks", "1", "2"]] })).toBe(true);
});
