/* Every address of the web, and the page that answers it. */
import type { Route } from "./lib/router.svelte";

export const ROUTES: Route[] = [
  { pattern: "/", title: "Tables", load: () => import("./pages/lobby/Page.svelte") },
  { pattern: "/table/:name/round/:number", title: "Round", load: () => import("./pages/history/Page.svelte") },
  { pattern: "/table/:name/history", title: "History", load: () => import("./pages/history/Page.svelte") },
  { pattern: "/table/:name", title: "Table", load: () => import("./pages/table/Page.svelte") },
  { pattern: "/practice/*", title: "Practice", load: () => import("./pages/practice/Page.svelte") },
  { pattern: "/learn/*", title: "Learn", load: () => import("./pages/learn/Page.svelte") },
  { pattern: "/review", title: "Review", load: () => import("./pages/review/Page.svelte") },
  { pattern: "/dealer/:name", title: "Dealer", load: () => import("./pages/dealer/Page.svelte") },
  { pattern: "/dealer", title: "Dealer", load: () => import("./pages/dealer/Page.svelte") },
  { pattern: "/floor/*", title: "Floor", load: () => import("./pages/floor/Page.svelte") },
  { pattern: "/audit/*", title: "Audit", load: () => import("./pages/audit/Page.svelte") },
  { pattern: "/odds/*", title: "Odds", load: () => import("./pages/odds/Page.svelte") },
  { pattern: "/rules/*", title: "Rules", load: () => import("./pages/rules/Page.svelte") },
  { pattern: "/meters/:link", title: "Meters", bare: true, load: () => import("./pages/meters/Page.svelte") },
  { pattern: "/security", title: "Security", load: () => import("./pages/security/Page.svelte") },
  { pattern: "/sign-in", title: "Sign in", load: () => import("./pages/door/Page.svelte") },
  { pattern: "/link", title: "Set a password", load: () => import("./pages/door/Link.svelte") },
];
