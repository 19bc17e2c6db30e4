/* Names of the rules in words. */
import { t, told } from "./language";

/** `does_not_match` as "Does not match". */
export function words(name: string): string {
  const text = name.replaceAll("_", " ").trim();
  return told(text.charAt(0).toUpperCase() + text.slice(1));
}

/** The name of an irregularity in the words of the trade. */
export function irregularityWords(kind: string): string {
  if (kind === "late_wager") return t("Past post");
  if (kind === "shuffler_fault") return t("Shuffler malfunction");
  return kind === "shoe_fault" ? t("Shoe jam") : words(kind);
}

/** A count that blocks the table; a cut that was improper is one until the deck has been cut again. */
export const blockedWords = (mismatch: string): string =>
  mismatch === "cut" ? t("Must be cut again") : t("{mismatch} does not match", { mismatch: words(mismatch) });

/** The game and the place of a title: "Poker, Nevada". */
export function titleParts(title: string): { game: string; place: string } {
  const at = Math.max(title.lastIndexOf(","), title.lastIndexOf("，"));
  return at < 0 ? { game: title, place: "" } : { game: title.slice(0, at), place: title.slice(at + 1).trim() };
}

/** A meter of a progressive: `main` as "Progressive", `secondary` as "Progressive, secondary". */
export const meterWords = (meter: string): string =>
  meter === "main" ? t("Progressive") : t("Progressive, {meter}", { meter: told(meter.replaceAll("_", " ")) });

/** A role as people say it. */
export const roleWords = (role: string): string => words(role);
