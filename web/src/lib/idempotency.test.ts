import { expect, test } from "vitest";
import { IdempotencyKey } from "./idempotency";

test("a retry has the same key, another request a new one", () => {
  const once = new IdempotencyKey();
  const first = once.key({ what: "fill", cents: 500 });
  expect(first).toMatch(/^[A-Za-z0-9._:-]{1,64}$/);
  expect(once.key({ what: "fill", cents: 500 })).toBe(first);
  const other = once.key({ what: "fill", cents: 600 });
  expect(other).not.toBe(first);
  expect(new IdempotencyKey().key({ what: "fill", cents: 600 })).not.toBe(other);
});
