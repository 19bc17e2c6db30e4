/* Where somebody goes after signing in. */

const HOMES: Record<string, string> = {
  dealer: "/dealer",
  floorperson: "/floor",
  supervisor: "/floor",
  administrator: "/floor",
  surveillance: "/audit",
  auditor: "/audit",
  cage: "/floor/chips",
  security: "/floor/chips",
  count_team: "/floor/chips",
};

/** The page requested before sign-in if it is one of ours, else the role's first page. */
export function homeOf(role: string, next: string | null): string {
  if (next && /^\/(?![/\\])/.test(next) && !next.startsWith("/sign-in")) return next;
  return HOMES[role] ?? "/";
}
