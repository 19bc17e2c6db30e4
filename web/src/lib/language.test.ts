import { expect, it } from "vitest";
import { crosses, inEnglish, placed, preferred, t, told } from "./language";

it("the first language that the reader prefers and that there is", () => {
  expect(preferred(["es-MX", "en"])).toBe("es");
  expect(preferred(["de-DE", "zh-CN"])).toBe("zh-Hans");
  expect(preferred(["zh-TW", "es"])).toBe("es"); // traditional characters are another language
  expect(preferred(["zh"])).toBe("zh-Hans");
  expect(preferred(["fr"])).toBe("en");
  expect(preferred([])).toBe("en");
  expect(preferred(["*", "C", "es_MX", "zh"])).toBe("zh-Hans"); // no tags
});

it("numbers and times are written as where the reader lives", () => {
  expect(placed("es", ["en-US", "es-ES"])).toBe("es-ES");
  expect(placed("es", ["es"])).toBe("es-US");
  expect(placed("zh-Hans", ["en"])).toBe("zh-CN");
  expect(placed("en", ["en-GB"])).toBe("en-US");
});

it("English is the source", () => {
  expect(t("Leave seat {seat}", { seat: 2 })).toBe("Leave seat 2");
  expect(told("You folded king high.")).toBe("You folded king high.");
});

it("the pages of the staff are in English as a whole, and the way there loads the page again", () => {
  for (const path of ["/floor", "/floor/table/a", "/dealer/a", "/audit"]) {
    expect(inEnglish(path), path).toBe(true);
    expect(crosses("/", path, "es") && crosses(path, "/table/a", "zh-Hans"), path).toBe(true);
    expect(crosses("/", path, "en") || crosses("/floor", path, "es"), path).toBe(false);
  }
  for (const path of ["/", "/table/floor", "/practice/ma/x", "/sign-in", "/floors", "/odds/ma/x", "/rules", "/security"]) expect(inEnglish(path), path).toBe(false);
});
