import { afterEach, expect, it, vi } from "vitest";
import { Inquiry } from "./inquiry.svelte";
import { UNCHANGED } from "./pricing";
import type { Rules, Table, Wager } from "../rules";

const rules = { rules: "ma/high-card-flush" } as Rules;
const wager = { wager: "flush_bonus", priced: true } as unknown as Wager;
const table = { name: "A", stakes: [] } as unknown as Table;

afterEach(() => vi.unstubAllGlobals());

it("still waits when its previous request is canceled", async () => {
  const refused = (_: string, { signal }: RequestInit): Promise<Response> =>
    new Promise((__, reject) => signal?.addEventListener("abort", () => reject(new DOMException("let go", "AbortError"))));
  vi.stubGlobal("fetch", vi.fn(refused));
  const inquiry = new Inquiry(rules);
  const change = (pays: string): void => inquiry.change({ ...UNCHANGED, cells: { flush_7: pays } }, () => undefined);
  change("2 to 1");
  const first = inquiry.reprice(wager, table);
  change("21 to 1");
  await first;
  expect(inquiry.waiting).toBe(true);
  expect(inquiry.problem).toBeNull();
  inquiry.stop();
});
