import { describe, expect, it } from "vitest";
import chinese from "../languages/zh-Hans.json";
import spanish from "../languages/es.json";
import { translator } from "../lib/text/messages";
import { lettered } from "./lettering";

const AREA = `<g class="area" data-area="straight_flush_bonus" data-seat="1" data-w="98" data-h="56"><rect/>
<text x="0" y="-1" font-size="10" textLength="60" lengthAdjust="spacingAndGlyphs">STRAIGHT</text><text x="0" y="11" font-size="10" textLength="84" lengthAdjust="spacingAndGlyphs">FLUSH BONUS</text>
</g>`;
const ROW = `<g class="row"><text x="1" y="2" font-size="12" textLength="59">Royal flush</text>
<text x="9" y="2" font-size="12" textLength="46">500 to 1</text></g>`;
const words = (svg: string): string[] => [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map((each) => each[1] ?? "");

describe("the print of the felt", () => {
  it("is in the reader's language, within the width of its area", () => {
    const felt = lettered(AREA + ROW, translator(spanish));
    expect(words(felt)).toEqual(["BONO DE ESCALERA", "DE COLOR", "Escalera real", "500 a 1"]);
    for (const [, length] of felt.matchAll(/textLength="([^"]*)"/g)) expect(Number(length)).toBeLessThanOrEqual(84);
  });
  it("takes the middle where fewer lines are enough", () => {
    const felt = lettered(AREA, translator(chinese));
    expect(words(felt)).toEqual(["同花顺奖金"]);
    expect(felt).toContain('y="5"');
  });
  it("runs along its arc", () => {
    const arc = '<text font-size="20"><textPath href="#a" textLength="230" lengthAdjust="spacing">Ante and play pay 1 to 1</textPath></text>';
    expect(lettered(arc, translator(spanish))).toContain('textLength="230" lengthAdjust="spacingAndGlyphs">Ante y play pagan 1 a 1</textPath>');
    expect(lettered(arc, translator(chinese))).toContain('<textPath href="#a">底注和跟注赔付 1 赔 1</textPath>');
  });
  it("stays as printed where a word is not known, and in English", () => {
    const odd = AREA.replace("STRAIGHT", "CROOKED");
    expect(lettered(odd, translator(spanish))).toBe(odd);
    expect(lettered(AREA + ROW, (text) => text)).toBe(AREA + ROW);
  });
});
