/* Names of the rules in words. */

/** `does_not_match` as "Does not match". */
export function words(name: string): string {
  const text = name.replaceAll("_", " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A count that blocks the table; a cut that was improper is one until the deck has been cut again. */
export const blockedWords = (mismatch: string): string =>
  mismatch === "cut" ? "Must be cut again" : `${words(mismatch)} does not match`;

/** The game and the place of a title: "Poker, Nevada". */
export function titleParts(title: string): { game: string; place: string } {
  const at = title.lastIndexOf(",");
  return at < 0 ? { game: title, place: "" } : { game: title.slice(0, at), place: title.slice(at + 1).trim() };
}

/** A meter of a progressive: `main` as "Progressive", `secondary` as "Progressive, secondary". */
export const meterWords = (meter: string): string =>
  meter === "main" ? "Progressive" : `Progressive, ${meter.replaceAll("_", " ")}`;

/** A role as people say it. */
export const roleWords = (role: string): string => words(role);
