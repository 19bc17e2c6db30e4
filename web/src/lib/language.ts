/* The reader's language: messages of the pages, words of the server, numbers and times. English is the source. */
import { format, inWords, translator, type Catalog, type Values } from "./text/messages";

/** Languages by their tag, each in its own words. All but English need a review by a native speaker. */
export const LANGUAGES = { en: "English", es: "Español", "zh-Hans": "简体中文" } as const;
export type Language = keyof typeof LANGUAGES;

const KEY = "croupier.language";
/** How numbers and times are written where the browser does not name a place. */
const PLACES: Record<Language, string> = { en: "en-US", es: "es-US", "zh-Hans": "zh-CN" };
const CATALOGS: Record<Exclude<Language, "en">, () => Promise<{ default: Catalog }>> = {
  es: () => import("../languages/es.json"),
  "zh-Hans": () => import("../languages/zh-Hans.json"),
};

/** Pages of the staff, who speak the language of the record and of the filings. */
const ENGLISH = /^\/(audit|dealer|floor)(\/|$)/;
/** Whether the page of an address is in English for everybody: as a whole, so that no page mixes languages. */
export const inEnglish = (path: string): boolean => ENGLISH.test(path);

const isLanguage = (tag: string | null): tag is Language => tag !== null && tag in LANGUAGES;

/** Whether it names a language; people may set a browser to "*" or "C". */
function isTag(tag: string): boolean {
  try {
    return new Intl.Locale(tag).language !== "";
  } catch {
    return false;
  }
}

/** The first language that the reader prefers and that there is; the browser sends the same list as Accept-Language. */
export function preferred(tags: readonly string[]): Language {
  for (const tag of tags) {
    if (!isTag(tag)) continue;
    const { language, script } = new Intl.Locale(tag).maximize();
    const wanted = language === "zh" ? `zh-${script}` : language;
    if (isLanguage(wanted)) return wanted;
  }
  return "en";
}

/** The locale of numbers and times: the reader's own where it is of this language. */
export function placed(language: Language, tags: readonly string[]): string {
  if (language === "en") return PLACES.en; // the documents and the money are American
  return tags.find((tag) => tag.includes("-") && preferred([tag]) === language) ?? PLACES[language];
}

function chosen(): Language {
  try {
    const kept = localStorage.getItem(KEY);
    if (isLanguage(kept)) return kept;
  } catch {
    // no storage, as in private windows and tests
  }
  return typeof navigator === "undefined" ? "en" : preferred(navigator.languages ?? []);
}

const tags = typeof navigator === "undefined" ? [] : (navigator.languages ?? []);
/** The language that the reader has chosen or prefers. */
export const wanted: Language = typeof document === "undefined" ? "en" : chosen();
/** The language of this page. */
export const language: Language = typeof location !== "undefined" && inEnglish(location.pathname) ? "en" : wanted;
export const locale = placed(language, tags);

let catalog: Catalog | null = null;
let translate: ((text: string) => string) | null = null;

/** Load the words of the reader's language; nothing is shown before, so that nothing is shown in two languages. */
export async function loadLanguage(): Promise<void> {
  if (language === "en") return;
  try {
    catalog = (await CATALOGS[language]()).default;
    translate = translator(catalog);
    document.documentElement.lang = language;
  } catch {
    // without its words the page is English
  }
}

/** A message of the pages in the reader's language: `t("Leave seat {seat}", { seat })`. */
export function t(message: string, values?: Values): string {
  const found = catalog?.pages[message] ?? message;
  return values || found.includes("{") ? format(found, values ?? {}, locale) : found;
}

/** The server's words in the reader's language; in English where the catalog lacks them. */
export const told = (text: string): string => (translate ? translate(text) : text);

/** An answer of the server with the words in it in the reader's language. */
export const heardIn = <Answer>(answer: Answer): Answer => (translate ? inWords(answer, translate) : answer);

const AND = new Intl.ListFormat(locale, { type: "conjunction" });
const OR = new Intl.ListFormat(locale, { type: "disjunction" });
/** "a, b and c" */
export const all = (words: readonly string[]): string => AND.format(words);
/** "a, b or c" */
export const either = (words: readonly string[]): string => OR.format(words);

/** Whether navigating between two addresses changes the language, so that the page must reload. */
export const crosses = (from: string, to: string, reader: Language = wanted): boolean =>
  reader !== "en" && inEnglish(from) !== inEnglish(to);

/** Choose a language; the page is loaded again in it. */
export function choose(other: Language): void {
  if (other === wanted) return;
  try {
    localStorage.setItem(KEY, other);
  } catch {
    return; // without storage the page would reload unchanged
  }
  location.reload();
}
