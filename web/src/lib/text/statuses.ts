/* The statuses of a clause, and their meanings. */
import { t } from "../language";

/** By status; `none` is that of a clause without one. */
export const MEANINGS: Readonly<Record<string, string>> = {
  get refused() { return t("A breach is refused, or there is no way to enter one."); },
  get computed() { return t("The result follows the clause."); },
  get recorded() { return t("Somebody must confirm it and cannot skip it; the log says who and when."); },
  get shown() { return t("Printed or displayed where the clause requires it."); },
  get physical() { return t("No software can know it; the reason is given."); },
  get none() { return t("No test shows what the software does."); },
};

export const STATUSES: readonly string[] = Object.keys(MEANINGS);
