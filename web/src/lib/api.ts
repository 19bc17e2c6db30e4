/* Every request to the server, typed by its OpenAPI document. */
import type { components, paths } from "../api/schema";
import { heard } from "./clock";

type Schemas = components["schemas"];

/** A type of the server's answers, whole: `Told<"TableCard">`. */
export type Told<Name extends keyof Schemas> = Schemas[Name];

export type View = Told<"View">;
export type SeatView = Told<"SeatView">;
export type DealerView = Told<"DealerView">;
export type LastView = Told<"LastView">;
export type StepView = Told<"StepView">;
export type Offer = Told<"Offer">;
export type Amount = Told<"Amount">;
export type Result = Told<"Result">;
export type PendingAward = Told<"PendingAward">;
export type TableCard = Told<"TableCard">;
export type SessionTold = Told<"SessionTold">;
export type EventTold = NonNullable<Told<"EventsTold">["events"]>[number];
/** Something that has happened at a table; `kind` says what. */
export type TableEvent = EventTold["event"];
/** Something to ask of a table. */
export type Act = Schemas["CommandAsked"]["act"];

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
  /** Asked by the page itself, not by a person: keeps no session alive. */
  unattended?: boolean;
  signal?: AbortSignal;
}
export type Asked<O> = PathOf<O> & QueryOf<O> & BodyOf<O> & Common;
type Args<O> = Record<string, never> extends Omit<Asked<O>, never> ? [asked?: Asked<O>] : [asked: Asked<O>];

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

/** Whatever was thrown, as a problem that can be shown. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem("page_failed", error instanceof Error ? error.message : String(error));
}

let csrf = "";
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

async function ask(method: Method, path: string, asked: Loose = {}): Promise<unknown> {
  const headers: Record<string, string> = {};
  if (method !== "get" && csrf) headers["X-CSRF-Token"] = csrf;
  if (asked.unattended) headers["X-Unattended"] = "1";
  if (asked.body !== undefined) headers["Content-Type"] = "application/json";
  const request: RequestInit = { method: method.toUpperCase(), headers, credentials: "same-origin" };
  if (asked.body !== undefined) request.body = JSON.stringify(asked.body);
  if (asked.signal) request.signal = asked.signal;
  let response: Response;
  try {
    response = await fetch(address(path, asked.path, asked.query), request);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Problem("offline", "Cannot reach the server. Check the connection and try again.");
  }
  heard(response.headers.get("date"));
  const json = response.headers.get("content-type")?.includes("json") ?? false;
  if (!response.ok) {
    const told = json ? ((await response.json()) as { error?: components["schemas"]["ErrorBody"] }) : {};
    const error = told.error ?? { code: "server_error", message: `The server answered ${response.status}.`, clauses: [] };
    if (error.code === "not_signed_in" || error.code === "session_expired")
      for (const listener of whenSignedOut) listener();
    throw new Problem(error.code, error.message, error.clauses, response.status);
  }
  if (!json) return await response.text();
  return response.json();
}

export const api = {
  get: <P extends Having<"get">>(path: P, ...[asked]: Args<Operation<P, "get">>) =>
    ask("get", path, asked as Loose) as Promise<AnswerOf<Operation<P, "get">>>,
  post: <P extends Having<"post">>(path: P, ...[asked]: Args<Operation<P, "post">>) =>
    ask("post", path, asked as Loose) as Promise<AnswerOf<Operation<P, "post">>>,
  patch: <P extends Having<"patch">>(path: P, ...[asked]: Args<Operation<P, "patch">>) =>
    ask("patch", path, asked as Loose) as Promise<AnswerOf<Operation<P, "patch">>>,
};
