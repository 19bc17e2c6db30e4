/* How figures of the server are written. Nothing is computed here. */
import { locale, t } from "../../lib/language";
import { games } from "../../lib/games.svelte";

const MINUS = "−";
const WHOLE = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
/** A number without decimals: 133,784,560. */
export const whole = (value: number): string => WHOLE.format(value);

const written = (value: number, digits: number): string => {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? MINUS + text : text;
};

/** 7.8072% of 0.078072. */
export const percent = (share: number, digits = 4): string => `${written(share * 100, digits)}%`;

/** A probability with as many figures as it needs: 22.594%, 0.0015312%. */
export function chance(share: number): string {
  if (share === 0) return "0%";
  const size = share * 100;
  const digits = size >= 10 ? 3 : Math.min(9, 4 - Math.floor(Math.log10(size)));
  return `${size.toFixed(digits)}%`;
}

/** A plain figure: 5.3330. */
export const figure = (value: number, digits = 4): string => written(value, digits);

/** A cost in antes, in two decimals; what is too small for them says so. */
export const antes = (value: number): string => (value > 0 && value < 0.005 ? t("less than 0.01") : written(value, 2));

/** A value in antes, with its sign: +0.302105. */
export function signed(value: number, digits = 6): string {
  const text = written(value, digits);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** A whole number that the server wrote out, formatted: 133,784,560, or 2.5 × 10³⁶ if it is very long. */
export function count(digits: string): string {
  if (digits.length <= 15) return whole(Number(digits));
  const power = [...String(digits.length - 1)].map((each) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(each)]).join("");
  return `${digits[0]}.${digits.slice(1, 3)} × 10${power}`;
}

/** A fraction "-1/3" with its thousands parted, so that it can be read. */
export function fraction(text: string): { sign: string; over: string; under: string } {
  const [over = "0", under = "1"] = text.split("/");
  const parted = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ",");
  return {
    sign: over.startsWith("-") ? MINUS : "",
    over: parted(over.replace(/^-/, "")),
    under: parted(under),
  };
}

/** The key that takes an action: the multiple of a wager, the first letter of anything else. */
export const actionKey = (action: string): string =>
  /_(\d)x$/.exec(action)?.[1] ?? action.charAt(0).toUpperCase();

export const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A table by its name; a single unnamed table is "as printed". */
export function tableWords(wager: string, table: string, rules = ""): string {
  if (table === "printed") return t("As printed");
  if (wager === "cover_all") return t("{table} hands", { table });
  return games.of(rules)?.tables[table] ?? t("Table {name}", { name: table });
}

const [BEFORE = "", AFTER = ""] = t("Table {name}", { name: "\n" }).split("\n");
/** A table's name without "Table", where it has a letter only. */
export const shortTable = (words: string): string =>
  words.startsWith(BEFORE) && words.endsWith(AFTER) ? words.slice(BEFORE.length, words.length - AFTER.length) : words;
