import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { KeyReader } from "./keys";

describe("a person's keys and a scanner's", () => {
  let received: string[];
  let reader: KeyReader;
  beforeEach(() => {
    vi.useFakeTimers();
    received = [];
    reader = new KeyReader({ key: (key) => received.push(key), scan: (text) => received.push(`scan ${text}`) });
  });
  afterEach(() => vi.useRealTimers());

  it("hears a person key by key", () => {
    reader.press("a", 0);
    vi.advanceTimersByTime(100);
    reader.press("s", 100);
    vi.advanceTimersByTime(100);
    reader.press("Enter", 200);
    expect(received).toEqual(["a", "s", "Enter"]);
  });
  it("hears a burst that ends with Enter as one scan, and no Enter", () => {
    for (const [at, key] of [..."AsKd"].entries()) reader.press(key, at * 5);
    reader.press("Enter", 22);
    vi.advanceTimersByTime(200);
    expect(received).toEqual(["scan AsKd"]);
  });
  it("hears a burst without Enter as a scan too", () => {
    for (const [at, key] of [..."2c"].entries()) reader.press(key, at * 5);
    vi.advanceTimersByTime(200);
    expect(received).toEqual(["scan 2c"]);
  });
  it("does not take a slow Enter for a scanner's", () => {
    reader.press("7", 0);
    vi.advanceTimersByTime(200);
    reader.press("Enter", 200);
    expect(received).toEqual(["7", "Enter"]);
  });
});
