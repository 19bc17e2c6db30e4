import { describe, expect, test } from "vitest";
import { aboutRow, completed, readCells, stepped, writeCells } from "./cells";

describe("cells", () => {
  test("step up and down, and stop at nothing", () => {
    expect(stepped("300 to 1", 1)).toBe("301 to 1");
    expect(stepped("3 to 2", 1)).toBe("4 to 2");
    expect(stepped("$250", -10)).toBe("$240");
    expect(stepped("1 to 1", -1)).toBe("");
    expect(stepped("", 1)).toBe("1 to 1");
    expect(stepped("", -1)).toBe("");
    expect(stepped("lots", 10)).toBe("10 to 1");
    expect(stepped("100% of main", -1)).toBe("99% of main");
    expect(stepped("", 1, "9 for 1")).toBe("1 for 1");
    expect(stepped("", 10, "$250")).toBe("$10");
  });
  test("short forms are written out", () => {
    expect(completed("7")).toBe("7 to 1");
    expect(completed(" 3:2 ")).toBe("3 to 2");
    expect(completed("3TO2")).toBe("3 to 2");
    expect(completed("0")).toBe("");
    expect(completed("$250")).toBe("$250");
    expect(completed("300  for 1")).toBe("300 for 1");
    expect(completed("lots")).toBe("lots");
    expect(completed("7", "$1,250")).toBe("$7");
    expect(completed("7", "9 for 1")).toBe("7 for 1");
    expect(completed("3:2", "9 for 1")).toBe("3 for 2");
    expect(completed("25 %", "100% of main")).toBe("25% of main");
    expect(completed("7", "100% of main")).toBe("7% of main");
  });
  test("go into an address and come back", () => {
    const cells = { flush_7: "400 to 1", flush_4: "" };
    expect(readCells(writeCells(cells), ["flush_7", "flush_4"])).toEqual(cells);
    expect(readCells("other:3 to 1;nonsense;:x", ["flush_7"])).toEqual({});
    expect(readCells(null, ["flush_7"])).toEqual({});
  });
  test("a refusal finds its row", () => {
    const rows = ["flush", "straight_flush"];
    expect(aboutRow("straight_flush: 'x' is no odds", rows)).toEqual({ row: "straight_flush", text: "'x' is no odds" });
    expect(aboutRow("the server is stopping", rows)).toBeNull();
  });
});
