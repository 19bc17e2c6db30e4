/* The panels beside the felt: which there are, which is shown, and whether it is open where it lies above. */
import { t } from "../../../lib/language";

export type PanelName = "round" | "pays" | "fairness" | "practice";

export interface PanelTab {
  id: PanelName;
  label: string;
}

const ALL: readonly (PanelTab & { electronic?: boolean; player?: boolean })[] = [
  { id: "round", label: t("Round") },
  { id: "pays", label: t("Pays") },
  { id: "fairness", label: t("Fairness"), electronic: true },
  { id: "practice", label: t("Practice"), player: true },
];

/** The panels of a table for a viewer. */
export const tabsOf = (electronic: boolean, player: boolean): PanelTab[] =>
  ALL.filter((each) => (!each.player || player) && (!each.electronic || electronic));

export class Panels {
  shown = $state<PanelName>("round");
  /** On a narrow page a panel opens above the felt. */
  open = $state(false);

  /** Show one; where it is open already, close it. */
  toggle(which: PanelName): void {
    this.open = !(this.open && this.shown === which);
    this.shown = which;
  }
}
