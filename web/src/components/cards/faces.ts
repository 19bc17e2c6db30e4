/* The drawings of the cards, in a box of 100 by 140. Everything is drawn here; nothing is taken from anywhere. */
import type { Suit } from "../../lib/table/cards";

/** A suit, about 20 by 20 around 0,0. */
export const PIPS: Record<Suit, string> = {
  s: "M0-9.6C2.6-5.8 8.8-2.2 8.8 2.9A4.4 4.4 0 0 1 1.3 5.9C1.5 7.7 2.4 8.9 3.9 9.6H-3.9C-2.4 8.9-1.5 7.7-1.3 5.9A4.4 4.4 0 0 1-8.8 2.9C-8.8-2.2-2.6-5.8 0-9.6Z",
  h: "M0 9C-2.2 5.4-9 1.7-9-3.8A4.7 4.7 0 0 1 0-5.8A4.7 4.7 0 0 1 9-3.8C9 1.7 2.2 5.4 0 9Z",
  d: "M0-9.8C1.9-5.9 4.3-2.8 7.3 0C4.3 2.8 1.9 5.9 0 9.8C-1.9 5.9-4.3 2.8-7.3 0C-4.3-2.8-1.9-5.9 0-9.8Z",
  c: "M-4.5-5.2A4.5 4.5 0 1 1 4.5-5.2C4.5-3.6 3.7-2.5 2.6-1.7A4.5 4.5 0 1 1 1.2 5C1.4 7.4 2.3 8.8 3.9 9.6H-3.9C-2.3 8.8-1.4 7.4-1.2 5A4.5 4.5 0 1 1-2.6-1.7C-3.7-2.5-4.5-3.6-4.5-5.2Z",
};

export interface Pip {
  x: number;
  y: number;
  down: boolean;
}

const LEFT = 35;
const MIDDLE = 50;
const RIGHT = 65;
const TOP = 28;
const FOOT = 112;
const CENTRE = 70;

const at = (x: number, y: number): Pip => ({ x, y, down: y > CENTRE });
const pair = (y: number): Pip[] => [at(LEFT, y), at(RIGHT, y)];
const third = TOP + (FOOT - TOP) / 3;
const upper = TOP + (CENTRE - TOP) / 2;
const corners = [...pair(TOP), ...pair(FOOT)];
const eight = [...corners, ...pair(third), ...pair(TOP + FOOT - third)];

/** Where the pips of a number card stand. */
export const LAYOUTS: Record<string, Pip[]> = {
  "2": [at(MIDDLE, TOP), at(MIDDLE, FOOT)],
  "3": [at(MIDDLE, TOP), at(MIDDLE, CENTRE), at(MIDDLE, FOOT)],
  "4": corners,
  "5": [...corners, at(MIDDLE, CENTRE)],
  "6": [...corners, ...pair(CENTRE)],
  "7": [...corners, ...pair(CENTRE), at(MIDDLE, upper)],
  "8": [...corners, ...pair(CENTRE), at(MIDDLE, upper), at(MIDDLE, TOP + FOOT - upper)],
  "9": [...eight, at(MIDDLE, CENTRE)],
  T: [...eight, at(MIDDLE, TOP + (third - TOP) / 2), at(MIDDLE, FOOT - (third - TOP) / 2)],
};

/** The lattice of a back: lines from edge to edge in both directions. */
function lattice(width: number, height: number, step: number): string {
  let path = "";
  for (let at = -height; at < width; at += step) path += `M${at} 0l${height} ${height}M${at} ${height}l${height}-${height}`;
  return path;
}
export const LATTICE = lattice(84, 124, 6);
