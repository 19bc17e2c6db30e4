import { afterEach, expect, it, vi } from "vitest";
import type { SessionResponse } from "./api";
import { session } from "./session.svelte";

afterEach(() => vi.unstubAllGlobals());

it("keeps the balance of the newest question, whichever answer comes last", async () => {
  const answers: ((cents: number) => void)[] = [];
  const body = (cents: number): Response => Response.json({ player: "p", cents, rest: 0 });
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => answers.push((cents) => resolve(body(cents)))));
  session.me = { role: "player", person: "p" } as SessionResponse;
  const [older, newer] = [session.refreshBalance(), session.refreshBalance()];
  answers[1]?.(2_000);
  await newer;
  answers[0]?.(1_000);
  await older;
  expect(session.balance).toBe(2_000);
});
