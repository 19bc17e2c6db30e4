/* Names of the rules in words. */

/** `flush_bonus` as "Flush bonus"; `flush_7` or "flush 7" as "7-card flush". */
export function words(name: string): string {
  const plain = name.replaceAll("_", " ").trim();
  const counted = /^(.*flush) (\d)$/.exec(plain);
  const text = counted ? `${counted[2]}-card ${counted[1]}` : plain;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The game and the place of a title: "High Card Flush, Maryland". */
export function titleParts(title: string): { game: string; place: string } {
  const at = title.lastIndexOf(",");
  return at < 0 ? { game: title, place: "" } : { game: title.slice(0, at), place: title.slice(at + 1).trim() };
}

/** A role as people say it. */
export const roleWords = (role: string): string => words(role);
