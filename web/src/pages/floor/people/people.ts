/* Roles of the house as they are chosen, and invitations as they are handed over. */
import { words } from "../../../lib/words";

export const ROLES = ["player", "dealer", "floorperson", "supervisor", "administrator", "surveillance", "auditor", "cage", "security", "count_team"] as const;

export const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: words(role) }));

/** The permissions of each role, in a sentence. */
export const ROLE_MEANS: Readonly<Record<string, string>> = {
  player: "Plays at electronic tables with an account at the cashier.",
  dealer: "Deals at a station: enters cards, bets and decisions, and counts chips with a floorperson.",
  floorperson: "Opens tables, confirms voids, answers calls, validates awards, signs counts, and may do everything a dealer may.",
  supervisor: "Corrects and resettles rounds, changes limits and meters with a second person, reads reports, and may do everything a floorperson may.",
  administrator: "Sets up tables, submissions, links, settings and people. Cannot read hands that were never shown.",
  surveillance: "Watches every table and every dealt hand, reads the log, and acts at no table.",
  cage: "Approves fills and credits, counts their chips, and sees no hands.",
  security: "Carries the chips of fills and credits, and signs for their delivery with a dealer.",
  count_team: "Counts drop boxes, always two together.",
  auditor: "Reads, verifies and exports the log, every hand and every report, and changes nothing.",
};

/** The full address of an invitation; the token is after the #, which browsers never send. */
export const linkAddress = (token: string): string =>
  token.includes("#") ? new URL(token, location.origin).href : `${location.origin}/#/password/${token}`;

/** Whether two people sign for an account of this role; the server decides it again. */
export const twoPeople = (...roles: string[]): boolean =>
  roles.some((role) => ["supervisor", "administrator", "surveillance", "auditor"].includes(role));

/** The second signature of a request, where one was given. */
export const secondOf = (
  name: string,
  password: string,
  code: string,
): { second?: { name: string; password: string; code: string } } => (name ? { second: { name, password, code } } : {});
