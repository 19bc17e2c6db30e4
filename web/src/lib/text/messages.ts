/* Messages with values and plurals, and sentences of the server found again by the pattern that made them. */

/** A language: translations by the English message, of the pages and of the server. */
export interface Catalog {
  pages: Readonly<Record<string, string>>;
  server: Readonly<Record<string, string>>;
}
export type Values = Readonly<Record<string, string | number>>;

/** The end of the part that opens at `start`. */
function closing(message: string, start: number): number {
  let depth = 0;
  for (let at = start; at < message.length; at++) {
    if (message[at] === "{") depth++;
    else if (message[at] === "}" && --depth === 0) return at;
  }
  throw new Error(`a message is not closed: ${message}`);
}

/** The cases of a plural: `one {# seat} other {# seats}`. */
function cases(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  let at = 0;
  while (text.indexOf("{", at) >= 0) {
    const open = text.indexOf("{", at);
    const close = closing(text, open);
    found[text.slice(at, open).trim()] = text.slice(open + 1, close);
    at = close + 1;
  }
  return found;
}

/** A message with its values: `{name}`, and ICU plurals `{count, plural, =0 {none} one {# seat} other {# seats}}`. */
export function format(message: string, values: Values, locale: string): string {
  let text = "";
  let at = 0;
  for (let open = message.indexOf("{"); open >= 0; open = message.indexOf("{", at)) {
    const close = closing(message, open);
    const inside = message.slice(open + 1, close);
    const [name = "", kind] = inside.split(",", 2).map((each) => each.trim());
    const value = values[name] ?? "";
    text += message.slice(at, open);
    if (kind === "plural") {
      const of = cases(inside.slice(inside.indexOf(",", inside.indexOf(",") + 1) + 1));
      const count = Number(value);
      const chosen = of[`=${count}`] ?? of[new Intl.PluralRules(locale).select(count)] ?? of.other ?? "";
      text += format(chosen.replaceAll("#", new Intl.NumberFormat(locale).format(count)), values, locale);
    } else text += String(value);
    at = close + 1;
  }
  return text + message.slice(at);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Figures, amounts and letters are the same in every language. */
const FIGURE = /^[\s$−+×÷=.,:%\d/A-Z–-]*$/;
/** Placeholders of names, which are in no language; and of single words, which no pattern makes. */
const NAMED = /^name/;
const ATOM = /^(n|m|rank|ranks|others|many|per|share|meter)$/;
/** How deep a sentence is made of patterns within patterns. */
const DEEPEST = 6;
const MOST_KNOWN = 20_000;
/** Characters; longer texts are documents, not sentences. */
const LONGEST = 600;

interface Pattern {
  to: string;
  /** The text before, between and after the placeholders. */
  literals: readonly string[];
  names: readonly string[];
}

function patternsOf(server: Catalog["server"]): Pattern[] {
  const own = (each: Pattern): number => each.literals.join("").length;
  return Object.entries(server)
    .filter(([message]) => message.includes("{"))
    .map(([message, to]) => ({
      to,
      literals: message.split(/\{\w+\}/),
      names: [...message.matchAll(/\{(\w+)\}/g)].map((each) => each[1] ?? ""),
    }))
    .toSorted((one, other) => own(other) - own(one)); // the more is its own, the surer it is
}

/**
 * A translator of words that were made from patterns: "Your pair of sevens lost to the dealer's two pair, jacks and
 * sevens." is found by `Your {hand} lost to the dealer's {other}.` and its parts by patterns of their own. What is not
 * known as a whole stays as it is.
 */
export function translator({ server }: Catalog): (text: string) => string {
  const patterns = patternsOf(server);
  /** Parts that were asked for before; null for those that are not known. */
  const known = new Map<string, string | null>();

  const exact = (text: string): string | undefined => {
    if (server[text] !== undefined) return server[text];
    const lower = server[small(text)];
    return lower === undefined ? undefined : capital(lower);
  };
  /** The values of a pattern's placeholders from the one at `index` on; every way to divide the text is tried. */
  const divided = (rest: string, pattern: Pattern, index: number, depth: number): Record<string, string> | undefined => {
    const name = pattern.names[index];
    const next = pattern.literals[index + 1] ?? "";
    if (name === undefined) return rest === "" ? {} : undefined;
    const last = index === pattern.names.length - 1;
    for (let at = last ? rest.length - next.length : rest.indexOf(next, 1); at > 0; at = last ? -1 : rest.indexOf(next, at + 1)) {
      if (!rest.startsWith(next, at)) continue;
      const part = rest.slice(0, at);
      const value = NAMED.test(name) ? part : ATOM.test(name) ? (FIGURE.test(part) ? part : exact(part)) : whole(part, depth + 1);
      const others = value === undefined ? undefined : divided(rest.slice(at + next.length), pattern, index + 1, depth);
      if (value !== undefined && others) return { ...others, [name]: value };
    }
    return undefined;
  };
  const made = (text: string, depth: number): string | undefined => {
    for (const pattern of patterns) {
      const [first = ""] = pattern.literals;
      if (!text.startsWith(first)) continue;
      // The capital of a sentence that begins with a placeholder is not the placeholder's, but a name's is.
      const begins = first || NAMED.test(pattern.names[0] ?? "") ? [text] : [...new Set([small(text), text])];
      for (const each of begins) {
        const values = divided(each.slice(first.length), pattern, 0, depth);
        if (!values) continue;
        const found = pattern.to.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
        return each === text ? found : capital(found);
      }
    }
    return undefined;
  };
  /** Several sentences, each for itself. */
  const sentences = (text: string, depth: number): string | undefined => {
    const parts = text.split(/(?<=[.?!]) (?=\p{Lu}|\d|“)/u);
    if (parts.length < 2) return undefined;
    const found = parts.map((part) => whole(part, depth + 1));
    return found.every((each) => each !== undefined) ? found.join(" ") : undefined;
  };
  /** Undefined where some word of it is not known. */
  const whole = (text: string, depth: number): string | undefined => {
    if (FIGURE.test(text)) return text;
    const before = known.get(text);
    if (before !== undefined) return before ?? undefined;
    if (depth > DEEPEST) return exact(text);
    const lower = small(text);
    let found = exact(text) ?? made(text, depth);
    if (found === undefined && lower !== text) {
      found = made(lower, depth);
      if (found !== undefined) found = capital(found);
    }
    found ??= sentences(text, depth);
    known.set(text, found ?? null);
    return found;
  };
  return (text) => {
    if (known.size > MOST_KNOWN) known.clear();
    return text.length > LONGEST ? text : (whole(text, 0) ?? text);
  };
}

/** Fields of the server's answers that people read; all others are names, figures, cards or codes. */
const READ = new Set(
  ("title place blurb bets text says ending hand dealer_hand why label notice message pays word meaning what note reason " +
    "consequence words").split(" "),
);
/** Fields whose values are words by name. */
const BY_NAME = new Set("reasons wagers actions rows stages tables places values odds".split(" "));
/** Lists whose entries are called by words. */
const CALLED = new Set(["ranking"]);

/** The same answer with its words translated. */
export function inWords<Answer>(answer: Answer, translate: (text: string) => string): Answer {
  const walk = (value: unknown, field: string, within: string): unknown => {
    if (typeof value === "string")
      return READ.has(field) || BY_NAME.has(within) || (CALLED.has(within) && field === "name") ? translate(value) : value;
    if (Array.isArray(value)) return value.map((each: unknown) => (typeof each === "object" ? walk(each, CALLED.has(field) ? field : "", "") : each));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]: [string, unknown]) => [name, walk(each, name, field)]));
  };
  return walk(answer, "", "") as Answer;
}
