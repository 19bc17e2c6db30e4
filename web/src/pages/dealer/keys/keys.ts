/* Keys of a person and of a scanner, distinguished by speed: a scanner is a keyboard that types too fast. */

/** Milliseconds between two keys within which no person types. */
export const GAP = 35;

export interface Heard {
  /** A key that a person pressed. */
  key: (key: string) => void;
  /** A scan, without the Enter at its end. */
  scan: (text: string) => void;
}

export class KeyReader {
  #buffer = "";
  #last = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly heard: Heard) {}

  /** A key went down, at a time in milliseconds. */
  press(key: string, at: number): void {
    clearTimeout(this.#timer);
    const close = at - this.#last <= GAP;
    if (key.length === 1) {
      if (!close) this.#settle();
      this.#buffer += key;
      this.#last = at;
      this.#timer = setTimeout(() => this.#settle(), GAP + 15);
      return;
    }
    if (key === "Enter" && close && this.#buffer.length > 1) {
      const text = this.#buffer;
      this.#buffer = "";
      this.heard.scan(text);
      return;
    }
    this.#settle();
    this.heard.key(key);
  }

  /** Several keys at once are a scanner's, even without its Enter. */
  #settle(): void {
    const text = this.#buffer;
    this.#buffer = "";
    if (text.length > 1) this.heard.scan(text);
    else if (text) this.heard.key(text);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#buffer = "";
  }
}
