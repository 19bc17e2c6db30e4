import { describe, expect, it } from "vitest";
import { codes, face, RANK_ORDER, said, SUIT_ORDER } from "./cards";
import { LAYOUTS } from "../components/faces";

describe("cards", () => {
  it("have a name each", () => {
    const names = new Set(SUIT_ORDER.flatMap((suit) => [...RANK_ORDER].map((rank) => face(rank + suit)?.name)));
    expect(names.size).toBe(52);
    expect(face("As")?.name).toBe("ace of spades");
    expect(face("Td")).toMatchObject({ label: "10", name: "ten of diamonds" });
  });
  it("that are none are told apart", () => {
    for (const code of ["", "1s", "Ax", "s"]) expect(face(code)).toBeNull();
  });
  it("are said one after the other", () => {
    expect(codes("As  Kd")).toEqual(["As", "Kd"]);
    expect(said("As Kd")).toBe("ace of spades, king of diamonds");
  });
  it("of a number have as many pips, half of them turned at most", () => {
    for (const [rank, pips] of Object.entries(LAYOUTS)) {
      expect(pips.length).toBe(rank === "T" ? 10 : Number(rank));
      expect(new Set(pips.map(({ x, y }) => `${x} ${y}`)).size).toBe(pips.length);
    }
  });
});
