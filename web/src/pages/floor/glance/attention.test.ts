import { expect, it } from "vitest";
import { notes, shownBy, tasks, type FloorTable } from "./attention";

const quiet: FloorTable = {
  table: "t",
  mode: "live",
  demo: false,
  rules: "ma/high-card-flush",
  title: "High Card Flush, Massachusetts",
  program: "round",
  round: 3,
  version: 10,
  step: null,
  positions: 6,
  taken: 0,
  playing: 0,
  bets_open: true,
  in_play: false,
  closable: true,
  called: null,
  reported: "",
  last_activity: 0,
  deadline: null,
  pending: 0,
  deck_due: null,
  deck_overdue: false,
  stub_count_due: false,
  mismatch: "",
  found: [],
  alerts: [],
  limits: [],
  link: "",
  submission: "s",
  submission_version: 1,
  waiting: null,
};

it("says nothing of a quiet table", () => {
  expect(notes(quiet)).toEqual([]);
  expect(shownBy("attention", quiet)).toBe(false);
  expect(shownBy("open", quiet)).toBe(true);
  expect(shownBy("closed", quiet)).toBe(false);
});

it("puts what is urgent first", () => {
  const found = { irregularity: "wrong_cards_player", clause: "x", void: "hand", settled: [], deck: "stays", seat: 2 };
  const busy = { ...quiet, pending: 2, mismatch: "progressive_count", found: [found], stub_count_due: true };
  expect(notes(busy).map((note) => note.text)).toEqual([
    "2 awards to validate",
    "Progressive count does not match",
    "Seat 2 void",
    "Stub count due",
  ]);
  expect(shownBy("attention", busy)).toBe(true);
});

it("says which cut, and which seat", () => {
  const left = { irregularity: "left_seat", clause: "x", void: "none", settled: [], deck: "stays", seat: 1 };
  const texts = notes({ ...quiet, mismatch: "cut", found: [left] }).map((note) => note.text);
  expect(texts).toEqual(["Must be cut again", "Left seat, seat 1"]);
});

it("lists slips that wait among the tasks, with the page where they are handled", () => {
  const called = { ...quiet, called: { by: "d", at: 0, reason: "" } } as FloorTable;
  const found = tasks([called], [{ table: "t", waiting: 2 }, { table: "u", waiting: 0 }]);
  expect(found.map((each) => [each.text, each.href])).toEqual([
    ["Floor called", "/floor/table/t"],
    ["2 slips to approve or deliver", "/floor/chips/t"],
  ]);
});
