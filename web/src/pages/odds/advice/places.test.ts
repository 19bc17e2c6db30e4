import { describe, expect, test } from "vitest";
import { complete, missing, nextPlace, placesOf, twice, type Given } from "./places";

const holdem = placesOf({ player_cards: 2, boards: [0, 3, 5], up_card: false });
const four = placesOf({ player_cards: 5, boards: [], up_card: true });
const given = (cards: string, board = "", up = ""): Given => ({
  cards: cards.split(" ").filter(Boolean),
  board: board.split(" ").filter(Boolean),
  up: up.split(" ").filter(Boolean),
});

describe("places", () => {
  test("each game has its own", () => {
    expect(holdem.map((each) => each.where)).toEqual(["cards", "board"]);
    expect(four.map((each) => each.where)).toEqual(["cards", "up"]);
    expect(placesOf({ player_cards: 7, boards: [], up_card: false })).toHaveLength(1);
  });
  test("a question is complete at every street, and only there", () => {
    expect(complete(holdem, given("As Ks"))).toBe(true);
    expect(complete(holdem, given("As Ks", "2d"))).toBe(false);
    expect(complete(holdem, given("As Ks", "2d 3d 4d"))).toBe(true);
    expect(complete(four, given("As Ks 2d 3d 4d"))).toBe(false);
    expect(missing(holdem, given("As"))).toBe("Your cards: 1 more card");
    expect(missing(holdem, given("As Ks", "2d"))).toBe("Community cards: 2 more cards");
    expect(missing(holdem, given("As Ks", "2d 3d 4d 5d"))).toBe("Community cards: 1 more card");
    expect(missing(four, given("As Ks 2d 3d 4d"))).toBe("Dealer's card: 1 more card");
    expect(missing(holdem, given("As Ks"))).toBe("");
  });
  test("the next card goes where there is room", () => {
    expect(nextPlace(holdem, given("As"), "cards")).toBe("cards");
    expect(nextPlace(holdem, given("As Ks"), "cards")).toBe("board");
    expect(nextPlace(four, given("As"), "up")).toBe("up");
    expect(nextPlace(four, given("As", "", "2c"), "up")).toBe("cards");
  });
  test("no card lies in two places", () => {
    expect(twice(given("As Ks", "2d As 3d"))).toBe("As");
    expect(twice(given("As Ks", "2d 4d 3d"))).toBe("");
  });
});
