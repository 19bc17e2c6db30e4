/* The drawing of a table as the server sends it, taken apart: the picture, and where its areas are. */

/** An area of the felt, in millimeters; x and y are its center, the angle is that of its seat. */
export interface Area {
  name: string;
  /** 0 on the dealer's side. */
  seat: number;
  x: number;
  y: number;
  w: number;
  h: number;
  angle: number;
  /** The number of cards here, and the distance from one left edge to the next. */
  cards: number;
  pitch: number;
  meters: readonly string[];
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A pay table on the felt. */
export interface Printed {
  name: string;
  box: Box;
  /** How large its letters are, in millimeters. */
  size: number;
  /** It alone. */
  drawing: string;
}

export interface Layout {
  box: Box;
  /** The content of the drawing's root, without its title. */
  inner: string;
  areas: readonly Area[];
  /** The pay tables that are printed on it; none where a sign beside the table has them. */
  odds: readonly Printed[];
  card: { w: number; h: number };
  digest: string;
}

const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;

function attributes(tag: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name, value] of tag.matchAll(ATTRIBUTE)) if (name) found[name] = value ?? "";
  return found;
}

function area(tag: string): Area {
  const found = attributes(tag);
  const number = (name: string): number => Number(found[name] ?? 0);
  return {
    name: found["data-area"] ?? "",
    seat: number("data-seat"),
    x: number("data-x"),
    y: number("data-y"),
    w: number("data-w"),
    h: number("data-h"),
    angle: number("data-angle"),
    cards: number("data-cards"),
    pitch: number("data-pitch"),
    meters: (found["data-meters"] ?? "").split(" ").filter(Boolean),
  };
}

/** The element that begins at a place of the drawing, to its own end. */
function element(svg: string, from: number): string {
  let open = 0;
  for (const tag of svg.slice(from).matchAll(/<g\b[^>]*?(\/?)>|<\/g>/g)) {
    if (tag[0] === "</g>") open -= 1;
    else if (!tag[1]) open += 1;
    if (open === 0) return svg.slice(from, from + tag.index + tag[0].length);
  }
  return "";
}

/** A pay table, recognized by the middle of its head. */
function printed(svg: string, tag: string, from: number): Printed {
  const found = attributes(tag);
  const number = (name: string): number => Number(found[name] ?? 0);
  const [w, h] = [number("data-w"), number("data-h")];
  return {
    name: found["data-odds"] ?? "",
    box: { x: number("data-x") - w / 2, y: number("data-y"), w, h },
    size: number("font-size") || 1,
    drawing: element(svg, from),
  };
}

/** The smallest box around others, with so much more on every side. */
export function around(boxes: readonly Box[], margin = 0): Box {
  const [x, y] = [Math.min(...boxes.map((each) => each.x)), Math.min(...boxes.map((each) => each.y))];
  const right = Math.max(...boxes.map((each) => each.x + each.w));
  const foot = Math.max(...boxes.map((each) => each.y + each.h));
  return { x: x - margin, y: y - margin, w: right - x + 2 * margin, h: foot - y + 2 * margin };
}

/** The drawing of `GET /api/tables/{table}/layout.svg`, read. */
export function readLayout(svg: string): Layout {
  const opening = /<svg\b[^>]*>/.exec(svg);
  if (!opening) throw new Error("no drawing of a table");
  const root = attributes(opening[0]);
  const [x = 0, y = 0, w = 1, h = 1] = (root.viewBox ?? "").split(/\s+/).map(Number);
  const inside = svg.slice(opening.index + opening[0].length, svg.lastIndexOf("</svg>"));
  return {
    box: { x, y, w, h },
    inner: inside.replace(/<title\b[\s\S]*?<\/title>/, "").replace(/<desc\b[\s\S]*?<\/desc>/, ""),
    areas: [...svg.matchAll(/<g class="area"[^>]*>/g)].map(([tag]) => area(tag)),
    odds: [...svg.matchAll(/<g class="odds"[^>]*>/g)].map((found) => printed(svg, found[0], found.index)),
    card: { w: Number(root["data-card-w"] ?? 63), h: Number(root["data-card-h"] ?? 88) },
    digest: (root["data-digest"] ?? "").slice(0, 8),
  };
}

/** An area by its name, at a seat or (0) on the dealer's side. */
export const areaOf = (layout: Layout, name: string, seat = 0): Area | undefined =>
  layout.areas.find((each) => each.name === name && each.seat === seat);

/** A part of the felt, turned so that it is upright: a rectangle around a point, and the turn in degrees. */
export interface Window {
  box: Box;
  spin: number;
  cx: number;
  cy: number;
}

export const wholeFelt = (layout: Layout): Window => ({ box: layout.box, spin: 0, cx: 0, cy: 0 });

/** The position of an area in a window, in percent. */
export type Place = (area: Area) => { left: string; top: string; width: string; height: string; angle: number };

export interface Point {
  x: number;
  y: number;
}

export function turned(point: Point, degrees: number, around: Point = { x: 0, y: 0 }): Point {
  const a = (degrees * Math.PI) / 180;
  const [dx, dy] = [point.x - around.x, point.y - around.y];
  return {
    x: around.x + dx * Math.cos(a) - dy * Math.sin(a),
    y: around.y + dx * Math.sin(a) + dy * Math.cos(a),
  };
}

/** The smallest window with these areas in it, turned by `spin` around the first of them. */
export function windowOn(areas: readonly Area[], spin: number, margin: number, least = 0): Window {
  const first = areas[0] ?? { x: 0, y: 0 };
  let [left, top, right, foot] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const each of areas) {
    const at = turned(each, spin, first);
    const lean = ((each.angle + spin) * Math.PI) / 180;
    const w = (Math.abs(each.w * Math.cos(lean)) + Math.abs(each.h * Math.sin(lean))) / 2;
    const h = (Math.abs(each.w * Math.sin(lean)) + Math.abs(each.h * Math.cos(lean))) / 2;
    left = Math.min(left, at.x - w);
    right = Math.max(right, at.x + w);
    top = Math.min(top, at.y - h);
    foot = Math.max(foot, at.y + h);
  }
  const more = Math.max(0, least - (right - left + 2 * margin)) / 2;
  const box = {
    x: left - margin - more,
    y: top - margin,
    w: right - left + 2 * (margin + more),
    h: foot - top + 2 * margin,
  };
  return { box, spin, cx: first.x, cy: first.y };
}

/** The center of card `index` in an area, in the area's own coordinates. */
export const cardPlace = (area: Area, card: { w: number }, index: number): number =>
  -area.w / 2 + card.w / 2 + index * (area.pitch || card.w + 5);
