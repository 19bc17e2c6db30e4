/* Which pages and acts of the floor a role has. The server judges again; here they are only not shown. */

const FLOOR = ["floorperson", "supervisor", "administrator"];
const SUPERVISOR = ["supervisor", "administrator"];
const ADMINISTRATOR = ["administrator"];
const WATCH = ["surveillance", "auditor"];

const MAY = {
  floor: [...FLOOR, ...WATCH],
  openTable: FLOOR,
  decideAward: FLOOR,
  countChips: FLOOR,
  submissions: [...SUPERVISOR, ...WATCH],
  loadSubmission: ADMINISTRATOR,
  tables: ADMINISTRATOR,
  people: ADMINISTRATOR,
  statement: [...ADMINISTRATOR, ...WATCH],
  significant: [...SUPERVISOR, ...WATCH],
  hold: [...SUPERVISOR, ...WATCH],
  changeMeter: SUPERVISOR,
  changeRates: ADMINISTRATOR,
} as const;

export type Right = keyof typeof MAY;

/** Whether a role is shown something. */
export const may = (role: string, right: Right): boolean => (MAY[right] as readonly string[]).includes(role);

export interface FloorPage {
  /** What follows /floor/; empty for the floor itself. */
  id: "" | "jackpots" | "meters" | "significant" | "hold" | "submissions" | "tables" | "people";
  label: string;
  right: Right;
}

export const PAGES: readonly FloorPage[] = [
  { id: "", label: "Tables", right: "floor" },
  { id: "jackpots", label: "Jackpots", right: "floor" },
  { id: "meters", label: "Meters", right: "floor" },
  { id: "hold", label: "Hold", right: "hold" },
  { id: "significant", label: "Significant events", right: "significant" },
  { id: "submissions", label: "Submissions", right: "submissions" },
  { id: "tables", label: "Set up", right: "tables" },
  { id: "people", label: "People", right: "people" },
];

/** The pages that a role is shown. */
export const pagesOf = (role: string): FloorPage[] => PAGES.filter((page) => may(role, page.right));
