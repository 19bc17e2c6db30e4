/* Addresses and pages: the browser's history, and pages that are loaded when they are first needed. */
import type { Component } from "svelte";
import { crosses } from "./language";

export interface PageProps {
  /** The parts of the address that the route names; `rest` is the part after `/*`. */
  params: Record<string, string>;
  query: URLSearchParams;
}

type Loader = () => Promise<{ default: Component<PageProps> | Component<Record<string, never>> }>;

export interface Route {
  pattern: string;
  title: () => string;
  /** No top bar: a screen above a table. */
  bare?: boolean;
  load: Loader;
}

export interface Match {
  route: Route;
  params: Record<string, string>;
}

class Router {
  path = $state(location.pathname);
  search = $state(location.search);
  hash = $state(location.hash);
  query = $derived(new URLSearchParams(this.search));

  constructor() {
    const follow = (): void => this.#follow();
    addEventListener("popstate", follow);
    addEventListener("hashchange", follow);
    document.addEventListener("click", (event) => this.#clicked(event));
  }

  #follow(): void {
    if (crosses(this.path, location.pathname)) {
      location.reload();
      return;
    }
    this.path = location.pathname;
    this.search = location.search;
    this.hash = location.hash;
  }

  /** Go to an address of this house. */
  go(to: string, options: { replace?: boolean; keepScroll?: boolean } = {}): void {
    if (options.replace) history.replaceState(null, "", to);
    else history.pushState(null, "", to);
    this.#follow();
    if (!options.keepScroll) scrollTo(0, 0);
  }

  /** Plain links within the site are followed without a page load. */
  #clicked(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest("a");
    if (!link || link.target || link.hasAttribute("download") || link.dataset.reload !== undefined) return;
    const to = new URL(link.href, location.href);
    if (to.origin !== location.origin || to.pathname.startsWith("/api/") || to.pathname.startsWith("/schema/"))
      return;
    if (to.pathname === location.pathname && to.search === location.search && to.hash) return;
    event.preventDefault();
    this.go(to.pathname + to.search + to.hash);
  }
}

export const router = new Router();
export const navigate = (to: string, options: { replace?: boolean; keepScroll?: boolean } = {}): void =>
  router.go(to, options);
