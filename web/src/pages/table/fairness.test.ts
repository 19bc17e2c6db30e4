import { afterEach, describe, expect, it, vi } from "vitest";
import type { TableEvent } from "../../lib/api";
import { commitmentOf, deckOf, drawnIn, randomWords, verified, type FairnessTold } from "./fairness";
// Made by croupier.floor.fairness; tests/web/test_player_fairness.py makes them again and compares.
import vectors from "./fairness.vectors.json";

const first = vectors[0];
if (!first) throw new Error("no vectors");
const told = (more: Partial<FairnessTold> = {}): FairnessTold => ({
  table: first.table,
  round: first.round,
  commitments: ["an earlier one", first.commitment],
  added: first.entropies,
  revealed: true,
  seed: first.seed,
  salt: first.salt,
  entropies: first.entropies,
  ...more,
});
const deck = first.deck.split(" ");
const seen = { commitment: first.commitment, added: ["lucky"], drawn: [...deck.slice(0, 7), "", "", deck[9] ?? ""] };

afterEach(() => vi.unstubAllGlobals());

describe("fairness", () => {
  it.each(vectors)("computes the commitment and the deck of $table $round as Python does", async (each) => {
    expect(await commitmentOf(each.table, each.round, each.salt, each.seed)).toBe(each.commitment);
    expect((await deckOf(each.table, each.round, each.seed, each.entropies)).join(" ")).toBe(each.deck);
  });
  it("finds a fair round fair, by the last commitment", async () => {
    const checks = await verified(told(), seen);
    expect(checks.map((each) => each.right)).toEqual([true, true, true, true]);
  });
  it.each([
    ["another seed", { seed: "00" + first.seed.slice(2, -2) + "ff" }, [true, false, true, false]],
    ["another salt", { salt: first.seed }, [true, false, true, true]],
    ["another commitment", { commitments: [first.commitment, "00"] }, [false, false, true, true]],
    ["words left out", { entropies: ["7"] }, [true, true, false, false]],
  ])("finds %s", async (_, changed, right) => {
    const checks = await verified(told(changed), seen);
    expect(checks.map((each) => each.right)).toEqual(right);
  });
  it("finds a card that is not the one at its place", async () => {
    const swapped = [...deck.slice(0, 5)];
    [swapped[1], swapped[3]] = [swapped[3] ?? "", swapped[1] ?? ""];
    const checks = await verified(told(), { ...seen, drawn: swapped });
    expect(checks.at(-1)).toMatchObject({ right: false, detail: "place 2: 4h, not Ah" });
  });
  it("takes the cards in the order in which they went out", () => {
    const event = {
      kind: "dealt.v1",
      packets: [
        { to: 3, count: 2, cards: "Jh Ah", up: false },
        { to: 0, count: 2, cards: "", up: false },
        { to: -2, count: 1, cards: "Tc", up: true },
      ],
    } as TableEvent;
    expect(drawnIn([event])).toEqual(["Jh", "Ah", "", "", "Tc"]);
    expect(drawnIn([event], { 0: "9d 4h", 3: "2c 2d" })).toEqual(["Jh", "Ah", "9d", "4h", "Tc"]);
    expect(drawnIn([event], { 0: "9d" })).toEqual(["Jh", "Ah", "", "", "Tc"]);
  });
  it("says so where the browser gives the page no cryptography", async () => {
    vi.stubGlobal("crypto", {});
    await expect(verified(told(), seen)).rejects.toThrow("https or localhost");
  });
  it("makes words that the server takes", () => {
    expect(randomWords()).toMatch(/^[ -~]{1,64}$/);
  });
});
