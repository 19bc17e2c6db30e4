/* Where somebody goes after signing in. */

const HOMES: Record<string, string> = {
  dealer: "/dealer",
  floorperson: "/floor",
  supervisor: "/floor",
  administrator: "/floor",
  surveillance: "/audit",
  auditor: "/audit",
};

/** The page that was asked for before, if it is one of this house, else the first page of the role. */
export function homeOf(role: string, next: string | null): string {
  if (next && /^\/(?![/\\])/.test(next) && !next.startsWith("/sign-in")) return next;
  return HOMES[role] ?? "/";
}
