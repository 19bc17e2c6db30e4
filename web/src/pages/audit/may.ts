/* Who may do what with the log; the server judges again. */
const WATCH = ["surveillance", "auditor"];
const FLOOR = ["floorperson", "supervisor", "administrator"];

export type Right = "log" | "export" | "rounds" | "hands";
const RIGHTS: Record<Right, readonly string[]> = {
  log: [...WATCH, "administrator"],
  export: WATCH,
  rounds: [...WATCH, ...FLOOR],
  /** The records of tables, which show every hand. */
  hands: WATCH,
};

export const may = (role: string, right: Right): boolean => RIGHTS[right].includes(role);
