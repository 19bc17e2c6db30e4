/* Roles of the house as they are chosen, and one-time links as they are handed over. */
import { words } from "../../lib/words";

export const ROLES = ["player", "dealer", "floorperson", "supervisor", "administrator", "surveillance", "auditor"] as const;

export const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: words(role) }));

/** The full address of a one-time link; the token is after the #, which browsers never send. */
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
