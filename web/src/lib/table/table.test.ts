import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Problem } from "../api";
import { TableFeed } from "./table.svelte";
import { Line, stubPage } from "../testing";

let feed: TableFeed;
beforeEach(() => {
  stubPage();
  feed = new TableFeed("t");
});
afterEach(() => {
  feed.close();
  vi.unstubAllGlobals();
});

const refusal = (answer: Promise<number>): Promise<Problem> => answer.then(() => Promise.reject(), (why: Problem) => why);

it("refuses the command that could not be read, and no other", async () => {
  const first = feed.send({ act: "shuffle" });
  const second = refusal(feed.send({ act: "go_idle" }));
  Line.last.tell({ type: "error", id: Line.last.sent[1]?.id, error: { code: "malformed", message: "no such field" } });
  const why = await second;
  expect([why.code, why.message]).toEqual(["malformed", "Could not read this entry: no such field"]);
  Line.last.tell({ type: "answer", id: Line.last.sent[0]?.id, version: 7 });
  expect(await first).toBe(7);
});

it("refuses what has waited longest where nobody knows which it was", async () => {
  const first = refusal(feed.send({ act: "shuffle" }));
  const second = feed.send({ act: "go_idle" });
  Line.last.tell({ type: "error", error: { code: "too_many_requests", message: "wait a little" } });
  expect((await first).message).toBe("wait a little");
  Line.last.tell({ type: "answer", id: Line.last.sent[1]?.id, version: 2 });
  expect(await second).toBe(2);
});

it("asks the same act again once it was refused", async () => {
  const first = refusal(feed.send({ act: "shuffle" }));
  Line.last.tell({ type: "error", id: Line.last.sent[0]?.id, error: { code: "malformed", message: "x" } });
  await first;
  void feed.send({ act: "shuffle" }).catch(() => undefined);
  expect(Line.last.sent).toHaveLength(2);
});

it("comes back after the session got a new token, and ends where it is over", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.resolve({ status: 200 }));
  const first = Line.last;
  first.onopen();
  first.onclose({ code: 4401 });
  await vi.advanceTimersByTimeAsync(2000);
  expect(Line.last).not.toBe(first);
  vi.stubGlobal("fetch", () => Promise.resolve({ status: 401 }));
  const second = Line.last;
  second.onclose({ code: 4401 });
  await vi.advanceTimersByTimeAsync(2000);
  expect([Line.last === second, feed.status]).toEqual([true, "signed-out"]);
  vi.useRealTimers();
});

it("makes another line where a command has no answer, and sends it again with its key", async () => {
  vi.useFakeTimers();
  const first = Line.last;
  first.onopen();
  const answer = feed.send({ act: "shuffle" });
  await vi.advanceTimersByTimeAsync(2900);
  expect(Line.last).toBe(first);
  await vi.advanceTimersByTimeAsync(700);
  expect(Line.last).not.toBe(first);
  Line.last.onopen();
  expect(Line.last.sent).toEqual(first.sent);
  Line.last.tell({ type: "answer", id: first.sent[0]?.id, version: 7 });
  expect(await answer).toBe(7);
  vi.useRealTimers();
});

it("keeps a line that still speaks while a command waits", async () => {
  vi.useFakeTimers();
  const first = Line.last;
  first.onopen();
  const answer = feed.send({ act: "shuffle" });
  await vi.advanceTimersByTimeAsync(1000);
  first.tell({ type: "pong" });
  await vi.advanceTimersByTimeAsync(5000);
  expect([Line.last === first, feed.status]).toEqual([true, "connecting"]);
  first.tell({ type: "answer", id: first.sent[0]?.id, version: 7 });
  expect(await answer).toBe(7);
  vi.useRealTimers();
});
