/* What a form asks for once: pressed again after a lost answer it carries the same key, and nothing happens twice. */
import { freshKey } from "../../lib/table.svelte";

export class Once {
  #asked = "";
  #key = "";

  /** The key of what is asked: the same for the same, another as soon as something in it is changed. */
  key(asked: object): string {
    const text = JSON.stringify(asked);
    if (text !== this.#asked) {
      this.#asked = text;
      this.#key = freshKey();
    }
    return this.#key;
  }
}
