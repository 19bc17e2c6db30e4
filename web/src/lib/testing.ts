/* For tests: a page without a browser, and a socket on which the test is the server. */
import { vi } from "vitest";

export class Line {
  static readonly OPEN = 1;
  static last: Line;
  readyState = Line.OPEN;
  sent: { id: string }[] = [];
  onopen = (): void => undefined;
  onmessage = (_: { data: string }): void => undefined;
  onclose = (_: { code: number }): void => undefined;
  constructor() {
    Line.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { id: string });
  }
  tell(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  close(): void {}
}

/** The parts of a page that a table's feed needs, until `vi.unstubAllGlobals()`. */
export function stubPage(): void {
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
}
