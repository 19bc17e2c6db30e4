/* The values of a decision, where somebody wants to see them, and what has been scored. */
import { untrack } from "svelte";
import { api, type Offer, type Schema, type View } from "../../../lib/api";

type PracticeResponse = Schema<"PracticeResponse">;

/** A decision of a seat: its street in its round. */
export const dueOf = (view: Pick<View, "round"> | null, decision: Pick<Offer, "seat" | "name"> | undefined): string =>
  decision ? `${decision.seat} ${decision.name} ${view?.round ?? 0}` : "";

export interface Answer extends PracticeResponse {
  /** The decision that was due when it was requested. */
  due: string;
}

/** The values of a decision, from the response to its own request: never those of the street before. */
export function valuesOf(
  response: Answer | null,
  view: Pick<View, "round"> | null,
  decision: Pick<Offer, "seat" | "name">,
): PracticeResponse["decisions"][number] | undefined {
  if (response?.due !== dueOf(view, decision)) return undefined;
  return response.decisions.find((each) => each.seat === decision.seat && each.round === view?.round);
}

const KEPT = "croupier.values";
const AGAIN_MS = 700;

function kept(): boolean {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return false;
  }
}

export class Practice {
  /** Whether values are shown before a decision. */
  on = $state(kept());
  response = $state.raw<Answer | null>(null);
  readonly #view: () => View | null;

  /** Create it while a component initializes. */
  constructor(table: string, me: string, view: () => View | null, decision: () => Offer | undefined) {
    this.#view = view;
    $effect(() => {
      // Requested when a decision is the player's own, and again after it, when it has been scored.
      const [now, offer] = [view(), decision()];
      const due = dueOf(now, offer);
      if (!me || now?.mode !== "electronic" || (!this.on && this.response)) return;
      const stopped = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const ask = async (): Promise<void> => {
        try {
          const response = await api.get("/api/practice/{table}", {
            path: { table },
            unattended: !due,
            signal: stopped.signal,
          });
          this.response = { ...response, due };
          if (this.on && response.decisions.some((each) => each.state === "working"))
            timer = setTimeout(() => void ask(), AGAIN_MS);
        } catch {
          // values are optional: play continues without them
        }
      };
      if (untrack(() => !this.response) || this.on) void untrack(ask);
      return () => {
        stopped.abort();
        clearTimeout(timer);
      };
    });
  }

  toggle(): void {
    this.on = !this.on;
    try {
      localStorage.setItem(KEPT, this.on ? "on" : "off");
    } catch {
      // it holds for this page
    }
  }

  /** The values of a decision, where they are shown. */
  of(decision: Offer | undefined): PracticeResponse["decisions"][number] | undefined {
    return this.on && decision ? valuesOf(this.response, this.#view(), decision) : undefined;
  }
}
