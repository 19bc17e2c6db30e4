/* Names of the rules in words. */

/** `flush_bonus` as "Flush bonus"; `flush_7` or "flush 7" as "7-card flush". */
export function words(name: string): string {
  const plain = name.replaceAll("_", " ").trim();
  const counted = /^(.*flush) (\d)$/.exec(plain);
  const text = counted ? `${counted[2]}-card ${counted[1]}` : plain;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A count that blocks the table; a cut that was improper is one until the deck has been cut again. */
export const blockedWords = (mismatch: string): string =>
  mismatch === "cut" ? "To be cut again" : `${words(mismatch)} does not match`;

/** The game and the place of a title: "High Card Flush, Maryland". */
export function titleParts(title: string): { game: string; place: string } {
  const at = title.lastIndexOf(",");
  return at < 0 ? { game: title, place: "" } : { game: title.slice(0, at), place: title.slice(at + 1).trim() };
}

/** An action of a decision: `play_4x` as "Play 4×". */
export const actionWords = (action: string): string => words(action).replace(/ (\d+)x$/, " $1×");

/** A meter of a progressive: `main` as "Progressive", `secondary` as "Progressive, secondary". */
export const meterWords = (meter: string): string =>
  meter === "main" ? "Progressive" : `Progressive, ${meter.replaceAll("_", " ")}`;

/** A role as people say it. */
export const roleWords = (role: string): string => words(role);
