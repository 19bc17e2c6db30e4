/* A live table: its socket, which reconnects, and the pending commands. */
import { heardIn, inEnglish, t } from "../language";
import type { components } from "../../api/schema";
import { Problem, type Act, type EventMessage, type TableEvent, type View } from "../api";
import { games } from "../games.svelte";

export type FeedStatus = "connecting" | "open" | "lost" | "signed-out" | "gone";

type ErrorBody = components["schemas"]["ErrorBody"];
type Incoming =
  | { type: "view"; version: number; deadline?: number | null; view: View }
  | { type: "events"; version: number; deadline?: number | null; view: View; events: EventMessage[]; same_last?: boolean }
  | { type: "answer"; id: string; version?: number; error?: ErrorBody | null }
  | { type: "error"; id?: string; error: ErrorBody }
  | { type: "pong" };

interface Waiting {
  act: Act;
  version: number;
  key: string;
  same: string;
  answer: Promise<number>;
  landed: (version: number) => void;
  refused: (problem: Problem) => void;
}

type Listener = (events: readonly TableEvent[], view: View) => void;

const SESSION_OVER = 4401;
const TABLE_GONE = 4404;
const PING_MS = 15_000;
const SILENCE_MS = 25_000;
/** A command without an answer and silence since: the connection is dead, and another is opened. */
const UNANSWERED_MS = 3_000;
const LONGEST_WAIT_MS = 8_000;
/** Refusals worded for programmers, in words for people. */
const SAID: Record<string, (words: string) => string> = {
  // The dealer needs to know the current step; a player was late.
  not_now: (words) => (inEnglish(location.pathname) ? words : t("The table has moved on: that is no longer possible.")),
  stale_version: () => t("The table has changed. Check it, then try again."),
  malformed: (words) => t("Could not read this entry: {value}", { value: words }),
};

/** A unique key. */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class TableFeed {
  view = $state.raw<View | null>(null);
  /** When the default action is taken for missing decisions, in the server's time; null if never. */
  deadline = $state<number | null>(null);
  status = $state<FeedStatus>("connecting");
  /** Counts full reloads of the table (instead of events), which end running animations. */
  resyncs = $state(0);

  #socket: WebSocket | null = null;
  #version: number | null = null;
  #waiting = new Map<string, Waiting>();
  #listeners = new Set<Listener>();
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval>;
  #heard = Date.now();
  #ahead = 0;
  #closed = false;
  #now = (): void => this.#hurry();
  #off = (): void => this.#cut();

  constructor(readonly table: string) {
    this.#connect();
    this.#heartbeat = setInterval(() => this.#beat(), PING_MS);
    addEventListener("online", this.#now);
    addEventListener("offline", this.#off);
    document.addEventListener("visibilitychange", this.#now);
  }

  /** The server's time, in milliseconds since 1970. */
  clock(): number {
    return Date.now() + this.#ahead;
  }

  /** Subscribe to events; returns a function that unsubscribes. */
  onEvents(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Send an act to the table; the version after it. Refusals are thrown as `Problem`.
   * An act that is still on its way is sent once; after a lost connection it is retried with its own key.
   */
  send(act: Act): Promise<number> {
    const same = JSON.stringify(act);
    for (const each of this.#waiting.values()) if (each.same === same) return each.answer;
    if (this.status === "signed-out" || this.status === "gone")
      return Promise.reject(new Problem("offline", t("This table is no longer available.")));
    let landed: (version: number) => void = () => undefined;
    let refused: (problem: Problem) => void = () => undefined;
    const answer = new Promise<number>((resolve, reject) => {
      landed = resolve;
      refused = reject;
    });
    const waiting = { act, version: this.#version ?? 0, key: freshKey(), same, answer, landed, refused };
    this.#waiting.set(waiting.key, waiting);
    this.#transmit(waiting);
    const sent = Date.now();
    setTimeout(() => {
      if (this.#waiting.has(waiting.key) && this.#heard <= sent) this.#cut();
    }, UNANSWERED_MS);
    return answer;
  }

  /** Close the connection. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#heartbeat);
    removeEventListener("online", this.#now);
    removeEventListener("offline", this.#off);
    document.removeEventListener("visibilitychange", this.#now);
    this.#socket?.close();
    this.#listeners.clear();
    this.#giveUp(t("The page has left the table."));
  }

  #transmit(waiting: Waiting): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const { key, act, version } = waiting;
    this.#socket.send(JSON.stringify({ type: "command", id: key, act, version, key }));
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const since = this.#version === null ? "" : `?version=${this.#version}`;
    const path = `/api/tables/${encodeURIComponent(this.table)}/socket${since}`;
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    this.#socket = socket;
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.#heard = Date.now();
      for (const each of this.#waiting.values()) this.#transmit(each);
    };
    socket.onmessage = (message) => {
      this.#heard = Date.now();
      this.#take(heardIn(JSON.parse(String(message.data)) as Incoming));
    };
    socket.onclose = (event) => {
      if (this.#socket === socket) this.#lost(event.code, opened);
    };
  }

  #take(message: Incoming): void {
    if (message.type === "answer") this.#answered(message.id, message.version, message.error);
    // An error carries the id of its command; without one it belongs to the oldest pending command.
    else if (message.type === "error") this.#answered(message.id || [...this.#waiting.keys()][0], 0, message.error);
    else if (message.type === "view" || message.type === "events") this.#receive(message);
  }

  #receive(message: Extract<Incoming, { type: "view" | "events" }>): void {
    this.#tries = 0;
    this.#version = message.version;
    this.#ahead = message.view.now - Date.now();
    this.status = "open";
    this.deadline = message.deadline ?? null;
    if (message.type === "view") {
      games.shown = message.view.rules;
      this.view = message.view;
      this.resyncs += 1;
      return;
    }
    // The last round is most of a view: it is sent when it changes, and kept until then.
    if (message.same_last) message.view.last = this.view?.last ?? null;
    this.view = message.view;
    if (!message.events.length) return;
    const events = message.events.map((each) => each.event);
    for (const listener of this.#listeners) listener(events, message.view);
  }

  #answered(id: string | undefined, version: number | undefined, error: ErrorBody | null | undefined): void {
    const waiting = this.#waiting.get(id ?? "");
    if (!waiting) return;
    this.#waiting.delete(waiting.key);
    if (!error) {
      waiting.landed(version ?? 0);
      return;
    }
    const words = SAID[error.code]?.(error.message) ?? error.message;
    waiting.refused(new Problem(error.code, words, error.clauses ?? [], 409));
  }

  #lost(code: number, opened: boolean): void {
    this.#socket = null;
    if (this.#closed) return;
    if (code === TABLE_GONE) {
      this.#end("gone");
      return;
    }
    this.status = this.#version === null && this.#tries === 0 ? "connecting" : "lost";
    // A confirmed session has a new token: its sockets end, and the next one is let in.
    if (!opened || code === SESSION_OVER) void this.#askWhy();
    const wait = Math.min(LONGEST_WAIT_MS, 400 * 2 ** this.#tries) * (0.75 + Math.random() / 2);
    this.#tries += 1;
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  /** A socket that was refused says nothing; the same over HTTP says why. */
  async #askWhy(): Promise<void> {
    try {
      const path = `/api/tables/${encodeURIComponent(this.table)}`;
      const response = await fetch(path, { headers: { "X-Unattended": "1" } });
      if (response.status === 401) this.#end("signed-out");
      else if (response.status === 404) this.#end("gone");
    } catch {
      // this failed too: the next attempt decides
    }
  }

  #end(status: "signed-out" | "gone"): void {
    if (this.#closed) return;
    clearTimeout(this.#retry);
    clearInterval(this.#heartbeat);
    this.status = status;
    this.#giveUp(status === "gone" ? t("This table is not available here anymore.") : t("Your session has ended. Sign in again."));
  }

  #giveUp(words: string): void {
    for (const each of this.#waiting.values()) each.refused(new Problem("offline", words));
    this.#waiting.clear();
  }

  #beat(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.#heard > SILENCE_MS) this.#cut();
    else this.#socket.send('{"type":"ping"}');
  }

  /** The connection is dead, even if the socket takes minutes to report it. */
  #cut(): void {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.onclose = null;
    socket.close();
    this.#lost(0, true);
  }

  /** The network is back, or the page is visible again: retry at once. */
  #hurry(): void {
    if (this.status !== "lost" || document.visibilityState === "hidden" || this.#socket) return;
    clearTimeout(this.#retry);
    this.#tries = 0;
    this.#connect();
  }
}
