/* A change of limits that waits for its time, in words. */
import type { Schema } from "../api";
import { t } from "../language";
import { dollars } from "../money";

/** "Ante $15 to $500, Trips $5 to $100" */
export function limitsWords(limits: Schema<"PostedLimits">): string {
  return Object.entries(limits.waiting?.limits ?? {})
    .map(([wager, [least, most]]) => t("{wager} {least} to {most}", { wager: limits.labels[wager] ?? wager, least: dollars(least), most: dollars(most) }))
    .join(", ");
}
