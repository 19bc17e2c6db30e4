import { describe, expect, it } from "vitest";
import { matched } from "./route";

describe("an address", () => {
  it("is matched part by part", () => {
    expect(matched("/table/:name", "/table/flush-ma")).toEqual({ name: "flush-ma" });
    expect(matched("/table/:name", "/table/flush-ma/")).toEqual({ name: "flush-ma" });
    expect(matched("/table/:name/round/:number", "/table/a%20b/round/7")).toEqual({ name: "a b", number: "7" });
    expect(matched("/", "/")).toEqual({});
  });
  it("is not matched by more or less of it", () => {
    expect(matched("/table/:name", "/table")).toBeNull();
    expect(matched("/table/:name", "/table/a/b")).toBeNull();
    expect(matched("/", "/floor")).toBeNull();
  });
  it("may go on behind a star", () => {
    expect(matched("/floor/*", "/floor")).toEqual({ rest: "" });
    expect(matched("/floor/*", "/floor/people/ann")).toEqual({ rest: "people/ann" });
  });
  it("that is encoded wrongly is taken as it is", () => {
    expect(matched("/table/:name", "/table/%zz")).toEqual({ name: "%zz" });
  });
});
