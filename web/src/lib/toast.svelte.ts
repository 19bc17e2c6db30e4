/* Short messages at the foot of the page. */
import { asProblem } from "./api";

export interface Toast {
  id: number;
  text: string;
  kind: "plain" | "good" | "bad";
}

const SHOWN_MS = 6_000;
const MOST = 3;

class Toasts {
  shown = $state<Toast[]>([]);
  #next = 1;

  say(text: string, kind: Toast["kind"] = "plain"): void {
    const id = this.#next++;
    this.shown = [...this.shown.filter((each) => each.text !== text), { id, text, kind }].slice(-MOST);
    setTimeout(() => this.dismiss(id), SHOWN_MS);
  }

  dismiss(id: number): void {
    this.shown = this.shown.filter((each) => each.id !== id);
  }
}

export const toasts = new Toasts();

/** A refusal of the server begins small, as in a log; people read a sentence. */
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Show a message: `toast("Seat 3 is yours", "good")`. */
export const toast = (text: string, kind: Toast["kind"] = "plain"): void => toasts.say(text, kind);

/** Show a refusal: `feed.send(act).catch(complain)`. */
export const complain = (error: unknown): void => toasts.say(sentence(asProblem(error).message), "bad");
