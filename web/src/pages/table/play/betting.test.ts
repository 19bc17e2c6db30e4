import { beforeEach, expect, it, vi } from "vitest";
import { Problem, type Act, type Amount, type SeatView, type TableCard, type View } from "../../../lib/api";
import type { TableFeed } from "../../../lib/table/table.svelte";
import { session } from "../../../lib/session.svelte";
import { Betting } from "./betting.svelte";

const bound = (name: string, equals = ""): Amount => ({ name, least: 500, most: 50_000, only: [], equals }) as unknown as Amount;
const seat = (number: number, wagers: Record<string, number> = {}): SeatView =>
  ({ seat: number, player: "me", wagers }) as unknown as SeatView;

/** A table whose answers and views come when the test says so, in either order. */
class Line {
  table = "t";
  view: View | null = null;
  sent: Act[] = [];
  #answers: { landed: (version: number) => void; refused: (problem: Problem) => void }[] = [];

  shows(version: number, seats: SeatView[], bets_open = true): void {
    const offers = seats.map((each) => ({ act: "bet", seat: each.seat, amounts: [bound("ante"), bound("blind", "ante")] }));
    this.view = { version, bets_open, seats, offers, last: null } as unknown as View;
  }
  send = (act: Act): Promise<number> => {
    this.sent.push(act);
    return new Promise((landed, refused) => this.#answers.push({ landed, refused }));
  };
  answers(version: number): void {
    this.#answers.shift()?.landed(version);
  }
  refuses(): void {
    this.#answers.shift()?.refused(new Problem("bet", "No."));
  }
}

vi.mock("../../../lib/table/sound", () => ({ play: () => undefined }));

let line: Line;
let betting: Betting;
beforeEach(() => {
  line = new Line();
  line.shows(1, [seat(2), seat(3)]);
  betting = new Betting(
    () => line as unknown as TableFeed,
    () => "me",
  );
  betting.put(3, "ante");
});
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const BET = { act: "bet", seat: 3, wagers: { ante: 500, blind: 500 } };

it("keeps the chips where they lie until the table shows the bet, and sends it once", async () => {
  const done = betting.bet();
  line.answers(2);
  await done;
  expect(betting.slips[3]).toEqual({ ante: 500, blind: 500 });
  betting.seat = 3;
  expect(betting.empty).toBe(false);
  expect(betting.sending).toBe(true);
  await betting.bet(); // the same key again, before the table has sent the bet
  expect(line.sent).toEqual([BET]);
  line.shows(2, [seat(2), seat(3, { ante: 500, blind: 500 })]);
  betting.follow();
  expect(betting.slips).toEqual({});
  expect(betting.sending).toBe(false);
  expect(betting.changed).toBe(false);
});

it("is the same where the table shows the bet before it answers", async () => {
  const done = betting.bet();
  line.shows(2, [seat(2), seat(3, { ante: 500, blind: 500 })]);
  betting.follow();
  expect(betting.wagers).toEqual({ ante: 500, blind: 500 });
  expect(betting.sending).toBe(true);
  line.answers(2);
  await done;
  expect(betting.sending).toBe(false);
  expect(line.sent).toEqual([BET]);
});

it("goes on to another seat of one's own that has no bet, whatever comes first", async () => {
  line.shows(1, [seat(3), seat(5)]);
  const done = betting.bet();
  line.answers(2);
  await done;
  expect(betting.seat).toBe(5);
});

it("stays at a seat whose bet was refused", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const done = betting.bet();
  line.refuses();
  await done;
  expect(betting.seat).toBe(3);
  expect(betting.slips[3]).toEqual({ ante: 500, blind: 500 });
  expect(betting.sending).toBe(false);
});

it("leaves what was put down while the bet was on its way", async () => {
  const done = betting.bet();
  betting.put(3, "ante");
  line.answers(2);
  await done;
  line.shows(2, [seat(2), seat(3, { ante: 500, blind: 500 })]);
  betting.follow();
  expect(betting.slips[3]).toEqual({ ante: 1000, blind: 1000 });
  await settled();
});

it("gives back what was not wagered when the betting is over", () => {
  line.shows(2, [seat(2), seat(3)], false);
  betting.follow();
  expect(betting.slips).toEqual({});
  expect(betting.canUndo).toBe(false);
});

it("bets all boxes together, each by its own act", async () => {
  betting.put(2, "ante");
  expect(betting.total).toBe(2000);
  const done = betting.bet();
  line.answers(2);
  await settled();
  line.answers(3);
  await done;
  expect(line.sent).toEqual([{ ...BET, seat: 2 }, BET]);
  line.shows(3, [seat(2, { ante: 500, blind: 500 }), seat(3, { ante: 500, blind: 500 })]);
  betting.follow();
  expect(betting.changed).toBe(false);
  expect(betting.alone).toBe(true);
  line.shows(4, [seat(2, { ante: 500 }), { ...seat(3), player: "another" }]);
  expect(betting.alone).toBe(false);
});

it("warns of an ante after which one could only fold, by what the table says that staying in costs", () => {
  const card = { stay: 1, least_round: 1500 } as unknown as TableCard;
  betting = new Betting(
    () => line as unknown as TableFeed,
    () => "me",
    () => card,
  );
  session.balance = 1499;
  betting.put(3, "ante");
  expect(betting.warning).toContain("You would have $4.99 left. Staying in costs at least $5");
  session.balance = 1500;
  expect(betting.warning).toBe("");
  betting.put(2, "ante");
  expect(betting.warning).toContain("$10"); // two boxes have two raises
  session.balance = null;
});
