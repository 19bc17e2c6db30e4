/* The announcements of a table: every line once, in the order of events. */
import { t } from "../../lib/language";
import type { Offer } from "../../lib/api";
import { choicesOf } from "./play/choices";

const KEPT = 24;

export interface Line {
  id: number;
  text: string;
}

/** A decision as it is offered, with the keys that take it. */
export function offered(decision: Pick<Offer, "seat" | "amounts">, ante: number, several: boolean): string {
  const choices = choicesOf(decision.amounts, ante).map(
    (each) => `${each.said}${each.key ? t(", key {key}", { key: each.key }) : ""}`,
  );
  return t("Your turn{seat}: {choices}.", { seat: several ? ` ${t("at seat {seat}", { seat: decision.seat })}` : "", choices: choices.join("; ") });
}

export class Announcer {
  lines = $state.raw<readonly Line[]>([]);
  #next = 1;
  #asked = "";

  /** Say these, each as a line of its own. */
  say(...texts: readonly string[]): void {
    const added = texts.filter(Boolean).map((text) => ({ id: this.#next++, text }));
    if (added.length) this.lines = [...this.lines, ...added].slice(-KEPT);
  }

  /** Announce the question to the player, once each time it is asked. */
  ask(key: string, text: string): void {
    if (key === this.#asked) return;
    this.#asked = key;
    if (key) this.say(text);
  }
}
