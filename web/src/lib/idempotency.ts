/* The idempotency key of a form: a retry of the same request carries the same key. */
import { freshKey } from "./table/table.svelte";

export class IdempotencyKey {
  #request = "";
  #key = "";

  /** The key of a request: the same until the request changes. */
  key(request: object): string {
    const text = JSON.stringify(request);
    if (text !== this.#request) {
      this.#request = text;
      this.#key = freshKey();
    }
    return this.#key;
  }
}
