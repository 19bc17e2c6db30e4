import { describe, expect, it } from "vitest";
import { ANSWERS } from "../api/defaults";
import type { EventTold, View } from "./api";
import { fill } from "./fill";

describe("an answer", () => {
  it("is made whole", () => {
    const sent = { table: "t", mode: "electronic", version: 1, now: 5, program: "round", seats: [{ seat: 2, player: "p" }] };
    const view = fill("View", sent) as View;
    expect(view.board).toBe("");
    expect(view.step).toBeNull();
    expect(view.dealer).toMatchObject({ cards: "", hidden: 0, revealed: false });
    expect(view.seats[0]).toMatchObject({ seat: 2, cards: "", wagers: {}, results: {}, net: 0 });
    expect(view.offers).toEqual([]);
  });
  it("shares nothing with the next one", () => {
    const one = fill("View", {}) as View;
    one.offers.push({} as View["offers"][number]);
    expect((fill("View", {}) as View).offers).toEqual([]);
  });
  it("keeps what was sent", () => {
    const view = fill("View", { stub: 7, dealer: { cards: "As", hidden: 2 } }) as View;
    expect(view.stub).toBe(7);
    expect(view.dealer).toMatchObject({ cards: "As", hidden: 2, revealed: false });
  });
  it("fills events by their kind", () => {
    const sent = { events: [{ version: 3, event: { kind: "dealt.v1", packets: [] } }] };
    const { events } = fill(ANSWERS["get /api/tables/{table}/events"], sent) as { events: EventTold[] };
    expect(events[0]?.event.clauses).toEqual([]);
  });
});
