import { describe, expect, it } from "vitest";
import { inEnglish } from "../lib/language";
import { format, translator, type Catalog } from "../lib/text/messages";
import spoken from "./server.en.json";
import spanish from "./es.json";
import chinese from "./zh-Hans.json";
import { sources, stringsOf } from "./source";

/** Whether the words of a file need not be messages: it belongs to the pages of the staff, which are in American English
 * as a whole. They use the words of the record, the slips and the filings of an American house: a dealer calls, a
 * floorperson signs and a regulator reads the same words. No page mixes languages (`test_languages.py`). */
const english = (file: string): boolean => file.startsWith("pages/") && inEnglish(file.slice("pages".length));
/** Strings that look like words and are none. */
const NO_WORDS = new Set(["lib/navigation/route.ts {} · Croupier", "lib/games.svelte.ts to {}", "pages/meters/Page.svelte {} · Croupier", "pages/table/play/BetControls.svelte Backspace", "pages/table/Table.svelte bet {}"]);

const read = sources().map(({ file, source }) => ({ file, ...stringsOf(file, source) }));
const messages = [...new Set(read.flatMap((each) => each.messages))].toSorted();
const CATALOGS: [string, Catalog][] = [
  ["es", spanish],
  ["zh-Hans", chinese],
];

describe("the finder", () => {
  const found = (source: string): string[] => stringsOf("x.svelte", source).loose.map((each) => each.text.trim());
  it("finds words in text, attributes, expressions and scripts", () => {
    expect(found("<p>Sit <b>down</b></p>")).toEqual(["Sit", "down"]);
    expect(found('<Button label="Leave" kind="ghost" /><input placeholder="any text" class="wide one" />')).toEqual(["Leave", "any text"]);
    expect(found('<p aria-label={full ? "watch it" : `Seat ${seat}`}>{late ? "no bet" : ""}</p>')).toEqual(["watch it", "Seat {}", "no bet"]);
    expect(found('<script lang="ts">const a = "Not here"; const b = `${a} on ${c}`; list.map(() => "The end").join(", ")</script>')).toEqual(["Not here", "{} on {}", "The end"]);
  });
  it("lets names, cards, addresses and messages be", () => {
    const source = '<script lang="ts">import x from "Some Where"; const a = kind === "Folded"; go(`/table/${a}`); t("Sit down")</script><Hand cards="As Kd" /><kbd>Enter</kbd><p class="a b">{t("Sit")}</p>';
    expect(found(source)).toEqual([]);
  });
});

it("every word of the pages is a message", () => {
  const loose = read.filter((each) => !english(each.file)).flatMap((each) => each.loose);
  expect(loose.filter((each) => !NO_WORDS.has(`${each.file} ${each.text}`)).map((each) => `${each.file}:${each.line} ${each.text.trim()}`)).toEqual([]);
});

it("nothing that the first script needs is said before the language is loaded", () => {
  const first = read.filter((each) => !each.file.startsWith("pages/"));
  expect(first.flatMap((each) => each.early)).toEqual([]);
  expect(stringsOf("x.ts", 'const a = { b: t("Sit"), get c() { return t("Stay"); } };').early).toEqual(['x.ts: "Sit"']);
});

it("en.json lists every message; `npx vitest run -u` writes it", async () => {
  await expect(`${JSON.stringify(messages, null, 1)}\n`).toMatchFileSnapshot("en.json");
});

const names = (message: string): string[] =>
  [...new Set([...message.matchAll(/(?<!(?:one|other|few|=\d) )\{(\w+)(?:\}|, plural,)/g)].map((each) => each[1] ?? ""))].toSorted();

/** Names of games, places and cards, figures, and words of the game that Spanish has as they are. */
const SAME =
  /^(High Card Flush|Four Card Poker|Ultimate Texas Hold'em)(, Mass.+|, Mary.+)?$|^(Ante|Trips|Flop|River|Kicker|Cover All|Play|Aces up|No|ante|play|trips|Massachusetts|Maryland)$|^([2-9TJQKA][cdhs] ?)+$|^[$\d,.–]+$/i;

describe.each(CATALOGS)("%s", (tag, catalog) => {
  it("has every message of the pages, and none that is gone", () => {
    expect(Object.keys(catalog.pages).toSorted()).toEqual(messages);
  });
  it("has the values of each message, and plurals that its language has", () => {
    for (const [message, text] of [...Object.entries(catalog.pages), ...Object.entries(catalog.server)]) {
      expect(names(text), message).toEqual(names(message));
      expect(format(text, Object.fromEntries(names(text).map((each) => [each, 2])), tag), message).not.toMatch(/[{}]/);
      expect(text.trim(), message).not.toBe("");
    }
  });
  it("translates what the server says in rounds, guides and lessons of every game", () => {
    const translate = translator(catalog);
    const left = spoken.filter((text) => translate(text) === text && !SAME.test(text));
    expect(left).toEqual([]);
  });
});

it("reads as a sentence", () => {
  const translate = translator(spanish);
  expect(translate("You folded an eight-high three-card flush.")).toBe("Te retiraste con color de tres cartas con ocho como carta más alta.");
  expect(translate("Your pair of aces, king kicker, beat the dealer's pair of aces, queen kicker.")).toBe(
    "Tu pareja de ases con rey de kicker le gana al crupier, que tiene pareja de ases con reina de kicker.",
  );
  expect(translate("In 100 hands like this, playing 4x wins 12 antes on average; checking loses 1 ante.")).toBe(
    "En 100 manos como esta, jugar 4× gana 12 antes en promedio; pasar pierde 1 ante.",
  );
});

it("no English word is left in Chinese sentences of the server", () => {
  const translate = translator(chinese);
  const names = /Croupier|Cover All|High Card Flush|Four Card Poker|Ultimate Texas Hold'em/gi;
  expect(spoken.map(translate).filter((text) => /[a-z]{3}/.test(text.replace(names, "")))).toEqual([]);
});
