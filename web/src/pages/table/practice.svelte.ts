/* The values of a decision, where somebody wants to see them, and what has been scored. */
import { untrack } from "svelte";
import { api, type Offer, type Told, type View } from "../../lib/api";

type PracticeTold = Told<"PracticeTold">;

/** A decision of a seat: its street in its round. */
export const dueOf = (view: Pick<View, "round"> | null, decision: Pick<Offer, "seat" | "name"> | undefined): string =>
  decision ? `${decision.seat} ${decision.name} ${view?.round ?? 0}` : "";

export interface Answer extends PracticeTold {
  /** The decision that was due when it was asked. */
  due: string;
}

/** The values of a decision, of an answer that was asked for it: never those of the street before. */
export function valuesOf(
  told: Answer | null,
  view: Pick<View, "round"> | null,
  decision: Pick<Offer, "seat" | "name">,
): PracticeTold["decisions"][number] | undefined {
  if (told?.due !== dueOf(view, decision)) return undefined;
  return told.decisions.find((each) => each.seat === decision.seat && each.round === view?.round);
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
  told = $state.raw<Answer | null>(null);
  readonly #view: () => View | null;

  /** To be made while a component is. */
  constructor(table: string, me: string, view: () => View | null, decision: () => Offer | undefined) {
    this.#view = view;
    $effect(() => {
      // Asked when a decision is one's own, and again after it, when it has been scored.
      const [now, asked] = [view(), decision()];
      const due = dueOf(now, asked);
      if (!me || now?.mode !== "electronic" || (!this.on && this.told)) return;
      const stopped = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const ask = async (): Promise<void> => {
        try {
          const told = await api.get("/api/practice/{table}", {
            path: { table },
            unattended: !due,
            signal: stopped.signal,
          });
          this.told = { ...told, due };
          if (this.on && told.decisions.some((each) => each.state === "working"))
            timer = setTimeout(() => void ask(), AGAIN_MS);
        } catch {
          // values are an aid: without them one plays on
        }
      };
      if (untrack(() => !this.told) || this.on) void untrack(ask);
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
  of(decision: Offer | undefined): PracticeTold["decisions"][number] | undefined {
    return this.on && decision ? valuesOf(this.told, this.#view(), decision) : undefined;
  }
}
