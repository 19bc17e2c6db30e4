/* The keys of a table. */
import type { Offer } from "../../../lib/api";
import { takesKey } from "../../../lib/navigation/keys";
import { settings } from "../../../lib/people/settings.svelte";
import type { Betting } from "./betting.svelte";
import { choicesOf } from "./choices";

interface Keyed {
  betting: Betting;
  decision: () => Offer | undefined;
  /** Close any overlay on the felt; whether there was one. */
  escape: () => boolean;
  /** The pay tables are shown larger, or no longer. */
  pays: () => void;
  /** Open How to play. */
  help: () => void;
  /** Finish animations before chips are touched. */
  hurry: () => void;
}

function moveFocus(step: number): void {
  const all = [...document.querySelectorAll<HTMLElement>("[data-spot]")];
  if (!all.length) return;
  const at = all.findIndex((each) => each === document.activeElement);
  all[(at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step + all.length) % all.length]?.focus();
}

/** The action of a key while bets are open; undefined if it has none. */
function betting(key: string, slip: Betting): (() => void) | undefined {
  const chip = slip.chips[Number(key) - 1];
  if (chip) return () => void (slip.chip = chip);
  const acts: Record<string, () => void> = {
    ARROWRIGHT: () => moveFocus(1),
    ARROWDOWN: () => moveFocus(1),
    ARROWLEFT: () => moveFocus(-1),
    ARROWUP: () => moveFocus(-1),
    BACKSPACE: () => slip.undo(),
    C: () => slip.clear(),
    R: () => slip.rebet(),
    D: () => slip.double(),
    B: () => void (slip.empty ? slip.start() : slip.alone ? slip.deal() : slip.bet()),
  };
  return acts[key];
}

/** Performs a key's action, unless the key is meant for another control. */
export function onKey(event: KeyboardEvent, keyed: Keyed): void {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (takesKey(event.target, event.key)) return;
  if (event.key === "Escape" && keyed.escape()) return;
  if (!settings.keys && event.key.length === 1) return;
  const key = event.key.toUpperCase();
  if (key === "H" || key === "?") {
    event.preventDefault();
    keyed.help();
    return;
  }
  if (key === "P") {
    event.preventDefault();
    keyed.pays();
    return;
  }
  const decision = keyed.decision();
  if (decision) {
    const choice = choicesOf(decision.amounts, keyed.betting.at(decision.seat)["ante"] ?? 0).find((each) => each.key === key);
    if (!choice) return;
    event.preventDefault();
    keyed.hurry();
    void keyed.betting.decide(decision.seat, choice.action, choice.amount);
    return;
  }
  if (!keyed.betting.bounds.length) return;
  const act = betting(key, keyed.betting);
  if (!act) return;
  event.preventDefault();
  keyed.hurry();
  act();
}
