/* Cards as people type them and scanners send them: "as kd", "10h", "A♠". */
import { face } from "../../lib/cards";

export interface Read {
  /** The cards, as the server writes them. */
  cards: string[];
  /** The beginning of a card whose suit is still to come. */
  rest: string;
  /** The first piece that is no card. */
  wrong: string;
}

const SIGNS: Record<string, string> = { "♠": "s", "♥": "h", "♦": "d", "♣": "c", "♤": "s", "♡": "h", "♢": "d", "♧": "c" };

/** The cards of a text; it stops at the first piece that is none. */
export function readCards(text: string): Read {
  const plain = [...text.toLowerCase()].map((sign) => SIGNS[sign] ?? sign).join("");
  const cards: string[] = [];
  let at = 0;
  while (at < plain.length) {
    if (/[\s,;.\-/\uFE0F]/.test(plain[at] ?? "")) {
      at += 1;
      continue;
    }
    const piece = /^(?:10?|[2-9tjqka])/.exec(plain.slice(at))?.[0] ?? "";
    const suit = plain[at + piece.length] ?? "";
    if (piece && !suit) return { cards, rest: piece, wrong: "" };
    const found = piece ? face(piece + suit) : null;
    if (!found) return { cards, rest: "", wrong: /^\S+/.exec(plain.slice(at))?.[0] ?? "" };
    cards.push(found.code);
    at += piece.length + 1;
  }
  return { cards, rest: "", wrong: "" };
}

/** Whether a key can be part of a card. */
export const cardKey = (key: string): boolean => /^[0-9tjqkashdc♠♥♦♣ ,]$/i.test(key);
