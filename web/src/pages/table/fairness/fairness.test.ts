import { afterEach, describe, expect, it, vi } from "vitest";
import type { TableEvent } from "../../../lib/api";
import { commitmentOf, deckOf, drawnIn, randomWords, verified, type Check, type ShuffleRecord } from "./fairness";
// Made by croupier.floor.fairness.commit_reveal; tests/web/test_player_fairness.py makes them again and compares.
import vectors from "./fairness.vectors.json";

const first = vectors[0];
if (!first) throw new Error("no vectors");
const record = (more: Partial<ShuffleRecord> = {}): ShuffleRecord => ({
  table: first.table,
  round: first.round,
  commitments: [first.commitment],
  added: first.entropies,
  revealed: true,
  seed: first.seed,
  salt: first.salt,
  entropies: first.entropies,
  ...more,
});
const deck = first.deck.split(" ");
const seen = { commitment: first.commitment, added: ["lucky"], drawn: [...deck.slice(0, 7), "", "", deck[9] ?? ""] };

const SHOWN = "The commitment is the one shown before the deal";
const ONE = "One commitment was made";
const HASHED = "SHA-256 of salt and seed, 32 bytes each, gives the commitment";
const OWN = "Your text is part of the shuffle";
const WORDS = "The players' texts in the shuffle are those added, in order";
const CARDS = "The 8 cards you saw are the deck's, each in its place";
const wrong = (checks: readonly Check[]): string[] => checks.filter((each) => !each.right).map((each) => each.what);

afterEach(() => vi.unstubAllGlobals());

describe("fairness", () => {
  it.each(vectors)("computes the commitment and the deck of $table $round as Python does", async (each) => {
    expect(await commitmentOf(each.table, each.round, each.salt, each.seed)).toBe(each.commitment);
    expect((await deckOf(each.table, each.round, each.seed, each.entropies)).join(" ")).toBe(each.deck);
  });
  it("finds a fair round fair", async () => {
    expect(wrong(await verified(record(), seen))).toEqual([]);
  });
  it("does not accuse for what this page cannot know", async () => {
    const late = await verified(record(), { commitment: "", added: [], drawn: [] });
    expect(wrong(late)).toEqual([]);
    expect(late.map((each) => each.what)).not.toContain(SHOWN);
    const nobody = vectors.find((each) => !each.entropies.length);
    if (!nobody) throw new Error("no vector without words");
    const { deck: _, commitment, ...more } = nobody;
    const quiet = await verified(record({ ...more, commitments: [commitment], added: [] }), { ...seen, commitment, added: [], drawn: [] });
    expect(quiet.map((each) => each.what)).toEqual([SHOWN, ONE, HASHED]);
    expect(wrong(quiet)).toEqual([]);
  });
  // As croupier.floor.fairness.commit_reveal.verify_deal finds them, and what only this page knows.
  it.each([
    ["another seed", { seed: "00" + first.seed.slice(2, -2) + "ff" }, [HASHED, CARDS]],
    ["another salt", { salt: first.seed }, [HASHED]],
    ["a seed that is too short", { seed: first.seed.slice(2) }, [HASHED]],
    ["a seed in capitals", { seed: first.seed.toUpperCase() }, [HASHED]],
    ["a salt that is no number", { salt: "salt" }, [HASHED]],
    ["another commitment than was shown", { commitments: ["00"] }, [SHOWN, HASHED]],
    ["no commitment", { commitments: [] }, [SHOWN, ONE, HASHED]],
    ["a commitment that was replaced", { commitments: ["00", first.commitment] }, [SHOWN, ONE, HASHED]],
    ["a second commitment", { commitments: [first.commitment, "00"] }, [ONE]],
    ["words left out", { entropies: ["7"] }, [OWN, WORDS, CARDS]],
    ["words left out that were never recorded", { added: ["7"], entropies: ["7"] }, [OWN, CARDS]],
    ["words of others left out", { entropies: ["lucky"] }, [WORDS, CARDS]],
    ["other words than were added", { added: ["lucky", "8"] }, [WORDS]],
    ["words that nobody added", { added: ["lucky"] }, [WORDS]],
    ["words in another order", { added: ["7", "lucky"] }, [WORDS]],
  ])("finds %s", async (_, changed, found) => {
    expect(wrong(await verified(record(changed), seen))).toEqual(found);
  });
  it("finds a commitment that was replaced after it was shown, though the log has the other one alone", async () => {
    expect(wrong(await verified(record(), { ...seen, commitment: "00" }))).toEqual([SHOWN]);
  });
  it("finds one of two equal words left out", async () => {
    const twice = { ...seen, added: ["lucky", "lucky"], drawn: [] };
    expect(wrong(await verified(record(), twice))).toEqual([OWN]);
    const words = ["lucky", "7", "lucky"];
    expect(wrong(await verified(record({ added: words, entropies: words }), twice))).toEqual([]);
  });
  it("says which words differ", async () => {
    const detail = async (added: string[]): Promise<string | undefined> =>
      (await verified(record({ added }), seen)).find((each) => each.what === WORDS)?.detail;
    expect(await detail(["lucky", "8"])).toBe('entry 2 is "7" in the shuffle, and "8" was added');
    expect(await detail(["lucky"])).toBe("2 in the shuffle, and 1 was added");
  });
  it("finds more cards than the deck has", async () => {
    const checks = await verified(record(), { ...seen, drawn: [...deck, ""] });
    expect(checks.at(-1)).toMatchObject({ right: false });
  });
  it("finds a card that is not the one at its place", async () => {
    const swapped = [...deck.slice(0, 5)];
    [swapped[1], swapped[3]] = [swapped[3] ?? "", swapped[1] ?? ""];
    const checks = await verified(record(), { ...seen, drawn: swapped });
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
    await expect(verified(record(), seen)).rejects.toThrow("over https or on localhost");
  });
  it("makes words that the server takes", () => {
    expect(randomWords()).toMatch(/^[ -~]{1,64}$/);
  });
});
