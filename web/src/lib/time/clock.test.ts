import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { heard, serverNow } from "./clock";

const HERE = Date.UTC(2026, 2, 9, 12);
beforeEach(() => vi.useFakeTimers({ now: HERE }));
afterEach(() => {
  heard(new Date(Date.now()).toUTCString());
  vi.useRealTimers();
});

it("is the browser's where nothing else is known, or nothing that matters", () => {
  expect(serverNow()).toBe(HERE);
  heard(null);
  heard("yesterday");
  heard(new Date(HERE - 1000).toUTCString());
  expect(serverNow()).toBe(HERE);
});

it("is the server's where the browser's clock is wrong", () => {
  heard(new Date(HERE + 3_600_000).toUTCString());
  vi.advanceTimersByTime(2_000);
  expect(serverNow()).toBe(HERE + 3_600_000 + 500 + 2_000);
});
