/* How cards and chips move. Only ever on their way to where they are anyway: the end is the same without. */
import { turned, type Point } from "./layout";

export interface Way {
  /** From where, relative to where it lies, in millimeters of felt. */
  from: Point;
  delay: number;
  ms: number;
  /** How it is turned where it starts. */
  turn?: number;
}

/** Something comes to where it lies. */
export function arrive(node: SVGElement, way: Way | null): void {
  if (!way) return;
  const { from, delay, ms, turn = 0 } = way;
  node.animate(
    [
      { transform: `translate(${from.x}px, ${from.y}px) rotate(${turn}deg)`, opacity: 0 },
      { opacity: 1, offset: 0.12 },
      { transform: "translate(0px, 0px) rotate(0deg)", opacity: 1 },
    ],
    { delay, duration: ms, easing: "cubic-bezier(.2,.7,.25,1)", fill: "backwards" },
  );
}

/** A card is turned over where it lies. */
export function flip(node: SVGElement, delay: number | null): void {
  if (delay === null) return;
  node.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], {
    delay,
    duration: 180,
    easing: "ease-out",
    fill: "backwards",
  });
}

/** A figure rises. */
export function rise(node: SVGElement, delay: number | null): void {
  if (delay === null) return;
  node.animate(
    [
      { transform: "translate(0px, 26px)", opacity: 0 },
      { transform: "translate(0px, 0px)", opacity: 1 },
    ],
    { delay, duration: 360, easing: "cubic-bezier(.2,.8,.3,1.1)", fill: "backwards" },
  );
}

/** Chips leave for somewhere. A transition of Svelte's. */
export function leave(_node: Element, way: Way | null): { delay: number; duration: number; css?: (t: number) => string } {
  if (!way) return { delay: 0, duration: 0 };
  const { from, delay, ms } = way;
  return {
    delay,
    duration: ms,
    css: (t) =>
      `transform: translate(${from.x * (1 - t)}px, ${from.y * (1 - t)}px); opacity: ${Math.min(1, t * 4)}`,
  };
}

/** The way from one point of the felt to another, in the directions of something turned by `angle`. */
export function between(from: Point, to: Point, angle: number): Point {
  return turned({ x: from.x - to.x, y: from.y - to.y }, -angle);
}

export const DEAL_MS = 340;
const LONGEST_DEAL_MS = 1_500;
const STEP_MS = 75;

const MOMENT_MS = 60;

/** Which cards are new on the felt, and when each of them comes. */
export class Dealing {
  #known = new Map<string, { since: number; delay: number }>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * When each new card starts, in milliseconds; cards that lay there already have none. Called again within the
   * same moment, which happens when several things change at once, it says the same again.
   */
  plan(keys: readonly string[], moving: boolean): Map<string, number> {
    const now = this.now();
    const fresh = keys.filter((key) => !this.#known.has(key));
    const step = Math.min(STEP_MS, LONGEST_DEAL_MS / Math.max(1, fresh.length));
    const known = new Map(keys.map((key) => [key, this.#known.get(key) ?? { since: now, delay: 0 }]));
    fresh.forEach((key, index) => known.set(key, { since: moving ? now : -Infinity, delay: index * step }));
    this.#known = known;
    const coming = new Map<string, number>();
    for (const [key, each] of known) if (now - each.since < MOMENT_MS) coming.set(key, each.delay);
    return coming;
  }
}

/** How long a plan takes. */
export const lasting = (plan: ReadonlyMap<string, number>): number =>
  plan.size ? Math.max(...plan.values()) + DEAL_MS : 0;
