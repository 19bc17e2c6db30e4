/* Every address of the web, and the page that answers it. */
import { t } from "./lib/language";
import type { Route } from "./lib/router.svelte";

export const ROUTES: Route[] = [
  { pattern: "/", title: () => t("Tables"), load: () => import("./pages/lobby/Page.svelte") },
  { pattern: "/table/:name/round/:number", title: () => t("Round"), load: () => import("./pages/history/Page.svelte") },
  { pattern: "/table/:name/history", title: () => t("History"), load: () => import("./pages/history/Page.svelte") },
  { pattern: "/table/:name", title: () => t("Table"), load: () => import("./pages/table/Page.svelte") },
  { pattern: "/practice/*", title: () => t("Practice"), load: () => import("./pages/practice/Page.svelte") },
  { pattern: "/learn/*", title: () => t("Learn"), load: () => import("./pages/learn/Page.svelte") },
  { pattern: "/review", title: () => t("Review"), load: () => import("./pages/review/Page.svelte") },
  { pattern: "/dealer/:name", title: () => t("Dealer"), load: () => import("./pages/dealer/Page.svelte") },
  { pattern: "/dealer", title: () => t("Dealer"), load: () => import("./pages/dealer/Page.svelte") },
  { pattern: "/floor/*", title: () => t("Floor"), load: () => import("./pages/floor/Page.svelte") },
  { pattern: "/audit/*", title: () => t("Audit"), load: () => import("./pages/audit/Page.svelte") },
  { pattern: "/odds/*", title: () => t("Odds"), load: () => import("./pages/odds/Page.svelte") },
  { pattern: "/rules/*", title: () => t("Rules"), load: () => import("./pages/rules/Page.svelte") },
  { pattern: "/meters/:link", title: () => t("Meters"), bare: true, load: () => import("./pages/meters/Page.svelte") },
  { pattern: "/security", title: () => t("Security"), load: () => import("./pages/security/Page.svelte") },
  { pattern: "/sign-in", title: () => t("Sign in"), load: () => import("./pages/door/Page.svelte") },
  { pattern: "/link", title: () => t("Set a password"), load: () => import("./pages/door/Link.svelte") },
];
