/* The print of the felt in the reader's language: other words at the same places, no wider than there is room. */

/** The lines of one label, which stand without a gap. */
const LABEL = /(?:<text\b[^>]*>[^<]*<\/text>)+/g;
const LINE = /<text\b([^>]*)>([^<]*)<\/text>/g;
const ARC = /<text\b([^>]*)><textPath\b([^>]*)>([^<]*)<\/textPath>/g;
const AREA = /<g class="area"[^>]*? data-w="([\d.]+)"[^>]*>/g;
/** How much of an area's width its label may take. */
const INSIDE = 0.84;

/** How wide letters are, in their own size: ideographs fill a square, capitals most of it, others half. */
const width = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/\p{Script=Han}|[，：；。（）]/u.test(letter) ? 1 : /\p{Lu}/u.test(letter) ? 0.72 : 0.54), 0);

const attribute = (tag: string, name: string): number => Number(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? 0);

/** Words in so many lines at most, as even as they can be. */
function broken(text: string, lines: number): string[] {
  const words = text.split(" ");
  if (lines < 2 || words.length < 2) return [text];
  const cuts = words.slice(1).map((_, at) => [words.slice(0, at + 1).join(" "), words.slice(at + 1).join(" ")]);
  return cuts.reduce((best, each) => (Math.max(...each.map(width)) < Math.max(...best.map(width)) ? each : best));
}

/** A label in capitals is known by its small letters. */
function inOtherWords(text: string, told: (text: string) => string): string {
  if (/\p{Ll}/u.test(text)) return told(text);
  const small = text.toLowerCase();
  const found = told(small);
  return found === small ? text : found.toUpperCase();
}

/** A tag without its own length, and with one where the words would not fit into the room. */
function fitted(tag: string, text: string, size: number, room: number): string {
  const free = tag.replace(/ (textLength|lengthAdjust|letter-spacing)="[^"]*"/g, "");
  return room && width(text) * size > room ? `${free} textLength="${room}" lengthAdjust="spacingAndGlyphs"` : free;
}

/** Words along an arc. */
const onArcs = (svg: string, told: (text: string) => string): string =>
  svg.replace(ARC, (arc, outer: string, path: string, text: string) => {
    const other = inOtherWords(text, told);
    if (other === text) return arc;
    return `<text${outer}><textPath${fitted(path, other, attribute(outer, "font-size"), attribute(path, "textLength"))}>${other}</textPath>`;
  });

/** The drawing with its words translated; words missing from the catalog stay as printed. */
export function lettered(svg: string, told: (text: string) => string): string {
  const areas = [...svg.matchAll(AREA)].map((each) => ({ at: each.index, room: Number(each[1]) * INSIDE, end: svg.indexOf("</g>", each.index) }));
  const straight = svg.replace(LABEL, (label, at: number) => {
    const lines = [...label.matchAll(LINE)].map((each) => ({ tag: each[1] ?? "", text: each[2] ?? "" }));
    const [first] = lines;
    const text = lines.map((each) => each.text).join(" ");
    const other = inOtherWords(text, told);
    if (!first || !/\p{L}{2}/u.test(text) || other === text) return label;
    const area = areas.find((each) => each.at < at && at < each.end);
    const size = attribute(first.tag, "font-size");
    const room = Math.max(area?.room ?? 0, ...lines.map((each) => attribute(each.tag, "textLength")));
    const parts = broken(other, lines.length);
    const middle = lines.reduce((sum, each) => sum + attribute(each.tag, "y"), 0) / lines.length;
    return parts
      .map((part, index) => {
        const tag = lines[index]?.tag ?? "";
        const placed = parts.length < lines.length ? tag.replace(/ y="[^"]*"/, ` y="${middle}"`) : tag;
        return `<text${fitted(placed, part, size, room)}>${part}</text>`;
      })
      .join("");
  });
  return onArcs(straight, told);
}
