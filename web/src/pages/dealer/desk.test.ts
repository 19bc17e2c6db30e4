import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Line, stubPage } from "../../lib/testing";
import { Desk } from "./desk.svelte";
import { Keyboard } from "./keys/keyboard.svelte";

const flop = { act: "deal", name: "flop", asks: [{ name: "board", least: 3, most: 3 }] };
const step = (name: string): object => ({ name, kind: "deal", by: "dealer" });
let version = 1;
const table = (more: object): object => ({ table: "t", version: ++version, now: 0, program: "round", round: 4, step: step("flop"), offers: [flop], seats: [], dealer: { cards: "" }, board: "", ...more });
const sat = { seat: 2, player: "p2", wagers: {}, cards: "" };
const tell = (more: object, events: object[] = []): void =>
  Line.last.tell({ type: events.length ? "events" : "view", version, events, view: table(more) });

let desk: Desk;
beforeEach(() => {
  stubPage();
  desk = new Desk("t");
  tell({});
});
afterEach(() => {
  desk.close();
  vi.unstubAllGlobals();
});

it("keeps the cards that are being named when somebody sits down, until another step is due", () => {
  desk.draft?.type("as kd 1");
  tell({ seats: [sat] });
  expect(desk.draft?.cards).toEqual(["As", "Kd"]);
  expect(desk.draft?.text).toBe("1");
  tell({ seats: [], board: "2c" });
  expect(desk.draft?.cards).toEqual(["As", "Kd"]);
  desk.draft?.type("0h 2c"); // and knows the cards there by now
  expect(desk.draft?.cards).toEqual(["As", "Kd", "Th"]);
  tell({ step: step("river"), offers: [{ ...flop, name: "river" }] });
  expect(desk.draft?.cards).toEqual([]);
});

it("tells why something was refused as long as the step is due", async () => {
  const sent = desk.send({ act: "shuffle" });
  expect(desk.busy).toBe(true);
  Line.last.tell({ type: "error", id: Line.last.sent[0]?.id, error: { code: "malformed", message: "no" } });
  expect(await sent).toBe(false);
  expect([desk.busy, desk.problem?.code]).toEqual([false, "malformed"]);
  tell({ seats: [sat] });
  expect(desk.problem?.code).toBe("malformed");
  tell({ step: step("river"), offers: [{ ...flop, name: "river" }] });
  expect(desk.problem).toBeNull();
});

it("deletes a digit of a count by Backspace, and takes no decision back", () => {
  vi.useFakeTimers();
  vi.stubGlobal("Element", class {});
  const count = { act: "count", name: "stub_count", asks: [], amounts: [{ name: "stub", least: 0, most: 52 }] };
  const back = { act: "take_back", name: "decide", seat: 2, amounts: [] };
  tell({ step: { name: "stub", kind: "stub", by: "dealer" }, offers: [count, back] });
  const keyboard = new Keyboard(desk, { locked: () => false, dialog: () => false, inDialog: () => null, touched: () => undefined });
  let at = 0;
  const press = (key: string): void => {
    keyboard.pressed({ key, timeStamp: (at += 200), target: null, preventDefault: () => undefined } as unknown as KeyboardEvent);
    vi.advanceTimersByTime(200);
  };
  const sent = Line.last.sent.length;
  for (const key of ["3", "8", "Backspace", "1"]) press(key);
  expect([desk.mode, desk.count, Line.last.sent.length]).toEqual(["count", "31", sent]);
  keyboard.stop();
  vi.useRealTimers();
});

it("stays busy until one entry for all other seats is made, so that no key comes between", async () => {
  const seats = [2, 5].map((seat) => ({ seat, player: `p${seat}`, wagers: { ante: 500 }, cards: "" }));
  const decide = (seat: number): object => ({
    seats,
    step: { name: "decide", kind: "offer", by: "player" },
    offers: [{ act: "decide", name: "decide", seat, amounts: [{ name: "fold", least: 0, most: 0, only: [0], times: [] }] }],
  });
  const made = async (more: object): Promise<void> => {
    Line.last.tell({ type: "answer", id: Line.last.sent.at(-1)?.id });
    tell(more);
    await new Promise((resolve) => setTimeout(resolve, 30));
  };
  tell(decide(2));
  const before = Line.last.sent.length;
  const all = desk.decideRest();
  Line.last.tell({ type: "answer", id: Line.last.sent.at(-1)?.id });
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
  expect([desk.busy, Line.last.sent.length - before]).toEqual([true, 1]); // accepted, and not seen yet
  tell(decide(5));
  await new Promise((resolve) => setTimeout(resolve, 30));
  await made({ seats });
  await all;
  expect([desk.busy, Line.last.sent.length - before]).toEqual([false, 2]);
});
