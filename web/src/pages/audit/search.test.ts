import { describe, expect, it } from "vitest";
import { addressOf, queryOf, brief, grouped, kindWords, wantedOf } from "./search";

describe("a search", () => {
  it("is the same from its address and back", () => {
    const wanted = { stream: "table:*", kind: "dealt", person: "", text: "no & yes", clause: "ma-hcf-9.e", step: "", wager: "", amount: "", day: "2026-03-09", since: "", until: "" };
    const to = addressOf(wanted, 7);
    const query = new URL(to, "http://house").searchParams;
    expect(wantedOf(query)).toEqual(wanted);
    expect(query.get("record")).toBe("7");
    expect(addressOf({})).toBe("/audit");
  });
  it("asks for what is filled in alone", () => {
    const wanted = wantedOf(new URLSearchParams("kind= dealt &amount=$1,030&since=2026-03-09T14:05&until=yesterday"));
    const since = Date.UTC(2026, 2, 9, 18, 5); // by the house's clock, wherever the auditor sits
    expect(queryOf(wanted, "America/New_York")).toEqual({ kind: "dealt", cents: 103_000, since });
  });
});

it("groups streams by what they are about", () => {
  const groups = grouped(["cashier", "fair:a", "house", "table:a", "table:b", "zebra:1"]);
  expect(groups.map((each) => [each.label, each.streams.length])).toEqual([
    ["House", 1],
    ["Cashier", 1],
    ["Tables", 2],
    ["Shuffles", 1],
    ["Zebra", 1],
  ]);
});

it("reads kinds and bodies", () => {
  expect(kindWords("bet_placed.v1")).toBe("Bet placed");
  expect(kindWords("LinkOpened")).toBe("Link opened");
  const body = { at: 5, seat: 2, player: "p", wagers: { ante: 5 }, note: "", amount: 3000 };
  expect(brief({ stream: "table:t", body })).toBe("seat 2 · player p · amount $30");
  expect(brief({ stream: "table:t", body: { step: "burn_final", least: 0, left_exposed: false } })).toBe("step burn final");
  expect(brief({ stream: "link:l", body: { amount: 3000, digest: "0123456789abcdef0123456789abcdef" } })).toBe(
    "amount 3000 · digest 0123456789abcd…",
  );
});
