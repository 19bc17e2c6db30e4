import { describe, expect, it } from "vitest";
import { areaOf, around, cardPlace, readLayout, turned, windowOn } from "./layout";
import { Dealing, lasting } from "./motion";

const SVG = `<svg xmlns="x" class="felt" viewBox="-34 -34 1898 1068" data-card-w="63" data-card-h="88" data-digest="4dda93bf53fe">
<title id="t">Layout</title><desc id="d">Words</desc><path class="rail" d="M0 0"/>
<g class="area" data-area="ante" data-seat="3" data-x="1069.37" data-y="743.14" data-w="68" data-h="68" data-angle="-13.2" transform="x"><circle r="1"/></g>
<g class="area" data-area="cards" data-seat="3" data-x="1104.53" data-y="893.07" data-w="207" data-h="88" data-angle="-13.2" data-cards="7" data-pitch="24"/>
<g class="area" data-area="seat" data-seat="3" data-x="1118.92" data-y="954.41" data-w="26" data-h="26" data-angle="-13.2"/>
<g class="odds" data-odds="blind" data-x="500" data-y="200" data-w="120" data-h="90" font-size="12"><text>Blind</text><g class="row"><text>Royal</text></g></g>
<g class="odds" data-odds="trips" data-x="700" data-y="210" data-w="100" data-h="110" font-size="12"/>
<g class="area" data-area="meter" data-x="348" data-y="77" data-w="270" data-h="104" data-angle="0" data-meters="main secondary"/>
</svg>`;
const layout = readLayout(SVG);

describe("the drawing of a table", () => {
  it("is read area by area", () => {
    expect(layout.box).toEqual({ x: -34, y: -34, w: 1898, h: 1068 });
    expect(layout.digest).toBe("4dda93bf");
    expect(layout.inner).not.toContain("Words");
    expect(layout.inner).toContain('class="rail"');
    expect(areaOf(layout, "meter")?.meters).toEqual(["main", "secondary"]);
    expect(areaOf(layout, "ante", 4)).toBeUndefined();
  });
  it("places cards by their pitch", () => {
    const cards = areaOf(layout, "cards", 3);
    expect(cards && [0, 6].map((index) => cardPlace(cards, layout.card, index))).toEqual([-72, 72]);
  });
  it("turns a place upright in a window that holds it", () => {
    const areas = layout.areas.filter((each) => each.seat === 3);
    const found = windowOn(areas, 13.2, 10);
    for (const each of areas) {
      const at = turned(each, 13.2, { x: found.cx, y: found.cy });
      expect(at.x - each.w / 2).toBeGreaterThan(found.box.x);
      expect(at.x + each.w / 2).toBeLessThan(found.box.x + found.box.w);
      expect(at.y + each.h / 2).toBeLessThan(found.box.y + found.box.h);
    }
    expect(windowOn(areas, 13.2, 10, 900).box.w).toBeCloseTo(900);
  });
  it("has its pay tables, each with its own drawing", () => {
    expect(layout.odds.map((each) => [each.name, each.size])).toEqual([
      ["blind", 12],
      ["trips", 12],
    ]);
    expect(around(layout.odds.map((each) => each.box), 10)).toEqual({ x: 430, y: 190, w: 330, h: 140 });
    expect(layout.odds[0]?.drawing).toMatch(/^<g class="odds" data-odds="blind".*Royal<\/text><\/g><\/g>$/);
    expect(layout.odds[1]?.drawing).toMatch(/^<g [^>]*data-odds="trips"[^>]*\/>$/);
    expect(readLayout(SVG.replaceAll('class="odds"', 'class="none"')).odds).toEqual([]);
  });
  it("refuses what is no drawing", () => {
    expect(() => readLayout("nothing")).toThrow("no drawing");
  });
});

describe("a deal", () => {
  it("moves only what is new, one after the other, and not for ever", () => {
    let now = 0;
    const dealing = new Dealing(() => now);
    expect(dealing.plan(["a", "b"], false).size).toBe(0);
    const first = dealing.plan(["a", "b", "c", "d"], true);
    expect([...first]).toEqual([
      ["c", 0],
      ["d", 75],
    ]);
    expect(dealing.plan(["a", "b", "c", "d"], true)).toEqual(first);
    now = 100;
    expect(dealing.plan(["a", "b", "c", "d"], true).size).toBe(0);
    const many = dealing.plan(Array.from({ length: 52 }, (_, at) => `n${at}`), true);
    expect(lasting(many)).toBeLessThan(2_000);
    expect(lasting(new Map())).toBe(0);
  });
});
