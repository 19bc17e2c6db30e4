/* Every request to the server, typed by its OpenAPI document. */
import { heardIn, t, told } from "./language";
import type { components, paths } from "../api/schema";
import { heard } from "./time/clock";

type Schemas = components["schemas"];

/** A type of the server's OpenAPI document: `Schema<"TableCard">`. */
export type Schema<Name extends keyof Schemas> = Schemas[Name];

export type View = Schema<"View">;
export type SeatView = Schema<"SeatView">;
export type DealerView = Schema<"DealerView">;
export type LastView = Schema<"LastView">;
export type StepView = Schema<"StepView">;
export type Offer = Schema<"Offer">;
export type Amount = Schema<"Amount">;
export type Result = Schema<"Result">;
export type PendingAward = Schema<"PendingAward">;
export type TableCard = Schema<"TableCard">;
export type SessionResponse = Schema<"SessionResponse">;
export type EventMessage = NonNullable<Schema<"EventsResponse">["events"]>[number];
/** An event at a table, by its `kind`. */
export type TableEvent = EventMessage["event"];
/** An act to send to a table. */
export type Act = Schemas["CommandRequest"]["act"];

type Method = "get" | "post" | "patch";
type Operation<P extends keyof paths, M extends Method> = paths[P][M];
type Having<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

type ContentOf<R> = R extends { content: infer C } ? C[keyof C] : void;
type AnswerOf<O> = O extends { responses: { 200: infer R } } ? ContentOf<R> : void;
type PathOf<O> = O extends { parameters: { path: infer P } } ? { path: P } : { path?: undefined };
type QueryOf<O> = O extends { parameters: { query: infer Q } }
  ? { query: Q }
  : O extends { parameters: { query?: infer Q } }
    ? { query?: Q }
    : { query?: undefined };
type BodyOf<O> = O extends { requestBody: { content: { "application/json": infer B } } }
  ? { body: B }
  : { body?: undefined };
interface Common {
  /** Sent by the page itself, not by a person: does not extend the session. */
  unattended?: boolean;
  signal?: AbortSignal;
}
export type RequestArgs<O> = PathOf<O> & QueryOf<O> & BodyOf<O> & Common;
type Args<O> = Record<string, never> extends Omit<RequestArgs<O>, never> ? [args?: RequestArgs<O>] : [args: RequestArgs<O>];

/** Why something was refused, in the server's words, with its code and clauses. */
export class Problem extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly clauses: readonly string[] = [],
    readonly status = 0,
  ) {
    super(message);
    this.name = "Problem";
  }
}

/** Any thrown value as a problem that can be shown. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem("page_failed", error instanceof Error ? error.message : String(error));
}

let csrf = "";
let confirmer: (() => Promise<boolean>) | null = null;

/** Ask the person for a fresh proof of who they are; whether it was given. */
export const setConfirmer = (ask: () => Promise<boolean>): void => {
  confirmer = ask;
};
const whenSignedOut = new Set<() => void>();

export const setCsrf = (token: string): void => {
  csrf = token;
};

/** Called when the server says that the session is over. */
export function onSignedOut(listener: () => void): () => void {
  whenSignedOut.add(listener);
  return () => whenSignedOut.delete(listener);
}

/** The address of a path with its parameters. */
export function address(path: string, params: object = {}, query: object = {}): string {
  const filled = path.replace(/\{(\w+)(?::\w+)?\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each));
  }
  const text = search.toString();
  return text ? `${filled}?${text}` : filled;
}

interface Loose extends Common {
  path?: object;
  query?: object;
  body?: unknown;
}

async function ask(method: Method, path: string, args: Loose = {}): Promise<unknown> {
  try {
    return await askOnce(method, path, args);
  } catch (error) {
    const stale = error instanceof Problem && error.code === "confirmation_needed";
    if (!stale || !confirmer || !(await confirmer())) throw error;
    return await askOnce(method, path, args);
  }
}

async function askOnce(method: Method, path: string, args: Loose): Promise<unknown> {
  const headers: Record<string, string> = {};
  if (method !== "get" && csrf) headers["X-CSRF-Token"] = csrf;
  if (args.unattended) headers["X-Unattended"] = "1";
  if (args.body !== undefined) headers["Content-Type"] = "application/json";
  const request: RequestInit = { method: method.toUpperCase(), headers, credentials: "same-origin" };
  if (args.body !== undefined) request.body = JSON.stringify(args.body);
  if (args.signal) request.signal = args.signal;
  let response: Response;
  try {
    response = await fetch(address(path, args.path, args.query), request);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Problem("offline", t("Cannot reach the server. Check the connection and try again."));
  }
  heard(response.headers.get("date"));
  const json = response.headers.get("content-type")?.includes("json") ?? false;
  if (!response.ok) {
    const failure = json ? ((await response.json()) as { error?: components["schemas"]["ErrorBody"] }) : {};
    const error = failure.error ?? { code: "server_error", message: t("The server answered {status}.", { status: response.status }), clauses: [] };
    if (error.code === "not_signed_in" || error.code === "session_expired")
      for (const listener of whenSignedOut) listener();
    throw new Problem(error.code, told(error.message), error.clauses, response.status);
  }
  if (!json) return await response.text();
  return heardIn<unknown>(await response.json());
}

export const api = {
  get: <P extends Having<"get">>(path: P, ...[args]: Args<Operation<P, "get">>) =>
    ask("get", path, args as Loose) as Promise<AnswerOf<Operation<P, "get">>>,
  post: <P extends Having<"post">>(path: P, ...[args]: Args<Operation<P, "post">>) =>
    ask("post", path, args as Loose) as Promise<AnswerOf<Operation<P, "post">>>,
  patch: <P extends Having<"patch">>(path: P, ...[args]: Args<Operation<P, "patch">>) =>
    ask("patch", path, args as Loose) as Promise<AnswerOf<Operation<P, "patch">>>,
};
