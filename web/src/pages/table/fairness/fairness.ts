/*
 * Recomputes a shuffle by the formulas of docs/fairness.md: it trusts nothing from the server
 * but the commitment that was on the page before, and the cards that were dealt.
 */
import { t } from "../../../lib/language";
import type { Schema, TableEvent } from "../../../lib/api";
import { codes } from "../../../lib/table/cards";

export type ShuffleRecord = Schema<"ShuffleRecord">;

const text = new TextEncoder();

/** Whether a text is that of a seed or a salt: 32 bytes, and one text alone for each. */
const isSecret = (hex: string): boolean => /^[0-9a-f]{64}$/.test(hex);
const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => {
  if (!isSecret(hex)) throw new Error("not 32 bytes in lower-case hexadecimal");
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
};
const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");

/** Every field after its length in four bytes: no two lists of fields look alike. */
function joined(fields: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(fields.reduce((sum, each) => sum + 4 + each.length, 0));
  const lengths = new DataView(all.buffer);
  let at = 0;
  for (const each of fields) {
    lengths.setUint32(at, each.length);
    all.set(each, at + 4);
    at += 4 + each.length;
  }
  return all;
}

async function digest(...fields: Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined(fields)));
}

/** The commitment to a seed. */
export async function commitmentOf(table: string, round: number, salt: string, seed: string): Promise<string> {
  const fields = ["croupier/commitment/v1", table, String(round)].map((each) => text.encode(each));
  return hexOf(await digest(...fields, bytesOf(salt), bytesOf(seed)));
}

/** The deck from a seed and the players' entropy, the first card to be dealt first. */
export async function deckOf(
  table: string,
  round: number,
  seed: string,
  entropies: readonly string[],
): Promise<string[]> {
  const key = await digest(
    text.encode("croupier/deck/v1"),
    bytesOf(seed),
    text.encode(table),
    text.encode(String(round)),
    ...entropies.map((each) => text.encode(each)),
  );
  const mac = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const deck = [..."cdhs"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));
  let last = deck.length - 1;
  for (let block = 0; last > 0; block += 1) {
    const counter = new Uint8Array(8);
    new DataView(counter.buffer).setUint32(4, block);
    for (const byte of new Uint8Array(await crypto.subtle.sign("HMAC", mac, counter))) {
      const places = last + 1;
      if (byte >= 256 - (256 % places)) continue;
      const place = byte % places;
      [deck[last], deck[place]] = [deck[place] ?? "", deck[last] ?? ""];
      last -= 1;
      if (last === 0) break;
    }
  }
  return deck;
}

/** Cards as they went out: the ones that this page saw, and "" for those that it did not. */
export type Drawn = readonly string[];

/** Hands that were turned after they were dealt: by place, the dealer's is 0. */
export type Turned = Readonly<Record<number, string>>;

/** The cards of a round in deal order; cards turned later are filled in. */
export function drawnIn(events: readonly TableEvent[], turned: Turned = {}): string[] {
  const drawn: { to: number; card: string }[] = [];
  for (const event of events) {
    if (event.kind !== "dealt.v1") continue;
    for (const packet of event.packets) {
      const cards = codes(packet.cards ?? "");
      for (let at = 0; at < packet.count; at += 1) drawn.push({ to: packet.to, card: cards[at] ?? "" });
    }
  }
  for (const [place, cards] of Object.entries(turned)) {
    const of = drawn.filter((each) => each.to === Number(place));
    const shown = codes(cards);
    if (shown.length === of.length) of.forEach((each, at) => (each.card ||= shown[at] ?? ""));
  }
  return drawn.map((each) => each.card);
}

/** Whether the words are among those recorded, as often and in the same order. */
export function within(words: readonly string[], all: readonly string[]): boolean {
  let next = 0;
  for (const each of all) if (each === words[next]) next += 1;
  return next === words.length;
}

function difference(added: readonly string[], used: readonly string[]): string {
  const at = used.findIndex((each, place) => place < added.length && each !== added[place]);
  if (at >= 0) return t("entry {at} is \"{used}\" in the shuffle, and \"{added}\" was added", { at: at + 1, used: used[at] ?? "", added: added[at] ?? "" });
  return t("{used} in the shuffle, and {added, plural, one {# was added} other {# were added}}", { used: used.length, added: added.length });
}

export interface Check {
  what: string;
  right: boolean;
  /** Where it is not right: how. */
  detail: string;
}

export interface Seen {
  /** The commitment that this page showed before the round's first card, if it was there. */
  commitment: string;
  /** The entropy that this page added, in order. */
  added: readonly string[];
  drawn: Drawn;
}

/**
 * Every check that can be made of a round's shuffle, and its result. It finds everything that Python's `verify_deal`
 * finds in the log, and more that only the page can know: the commitment that it showed, the words that it added.
 */
export async function verified(record: ShuffleRecord, seen: Seen): Promise<Check[]> {
  // Missing where the page came over plain HTTP from another machine, despite the types.
  if (!(crypto.subtle as SubtleCrypto | undefined))
    throw new Error(
      "Cannot recompute the shuffle here: browsers allow cryptography only over https or on localhost.",
    );
  const { table, round, commitments, added, seed, salt, entropies } = record;
  const checks: Check[] = [];
  const check = (what: string, right: boolean, detail: string): void => void checks.push({ what, right, detail });
  // The first one counts: a later one may have been chosen after seeing it.
  const announced = commitments[0] ?? "none";
  if (seen.commitment)
    check(
      t("The commitment is the one shown before the deal"),
      seen.commitment === announced,
      `shown: ${seen.commitment}, recorded: ${announced}`,
    );
  check(t("One commitment was made"), commitments.length === 1, t("recorded: {commitments}", { commitments: commitments.join(", ") || t("none") }));
  const computed = isSecret(seed) && isSecret(salt) ? await commitmentOf(table, round, salt, seed) : "nothing";
  check(
    t("SHA-256 of salt and seed, 32 bytes each, gives the commitment"),
    computed === announced,
    t("they give {computed}, recorded: {announced}", { computed, announced }),
  );
  if (seen.added.length)
    check(
      t("Your text is part of the shuffle"),
      within(seen.added, entropies),
      t("yours: {yours}, in the shuffle: {all}", { yours: seen.added.join(" · "), all: entropies.join(" · ") || t("none") }),
    );
  if (added.length || entropies.length)
    check(
      t("The players' texts in the shuffle are those added, in order"),
      added.length === entropies.length && added.every((each, place) => each === entropies[place]),
      difference(added, entropies),
    );
  const known = seen.drawn.filter(Boolean).length;
  if (!known || !isSecret(seed)) return checks;
  const deck = await deckOf(table, round, seed, entropies);
  const wrong = seen.drawn.findIndex((card, place) => place >= deck.length || (card !== "" && card !== deck[place]));
  check(
    t("The {known} cards you saw are the deck's, each in its place", { known }),
    wrong < 0,
    t("place {wrong}: {drawn}, not {deck}", { wrong: wrong + 1, drawn: seen.drawn[wrong] || t("a card"), deck: deck[wrong] ?? t("in a deck of 52") }),
  );
  return checks;
}

/** Random words, for players who do not want to type any. */
export function randomWords(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)));
}
