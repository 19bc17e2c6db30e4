/* A leak as its parts, and as the server reads it: dealer:1:rank+flop:2. */
export interface LeakPart {
  place: string;
  number: string;
  detail: string;
}

export const PLACES: readonly { value: string; label: string }[] = [
  { value: "dealer", label: "Dealer's hidden cards" },
  { value: "flop", label: "Flop" },
  { value: "turn-river", label: "Turn and river" },
  { value: "burn", label: "Burn cards" },
  { value: "bottom", label: "Bottom of the deck" },
  { value: "others", label: "Other seats" },
];

const OF_CARDS = [
  { value: "", label: "The whole card" },
  { value: "rank", label: "Its rank" },
  { value: "suit", label: "Its suit" },
  { value: "color", label: "Its color" },
];
const OF_SEATS = [
  { value: "", label: "All cards" },
  { value: "suits", label: "How many of each suit" },
  { value: "copies", label: "Copies of the up-card" },
];

/** The details that a leak may reveal about the cards of a place. */
export const detailsOf = (place: string): readonly { value: string; label: string }[] =>
  place === "others" ? OF_SEATS : OF_CARDS;

/** A part with another place: a detail that the place does not have is dropped. */
export function moved(part: LeakPart, place: string): LeakPart {
  const kept = detailsOf(place).some((each) => each.value === part.detail);
  return { place, number: part.number, detail: kept ? part.detail : "" };
}

/** The allowed form of a number that cannot be sent; none for a valid one. */
export const wrongNumber = (part: LeakPart): string | undefined =>
  /^[1-9]\d?$/.test(part.number.trim()) ? undefined : "A whole number, 1 or higher";

/** The parts that have a place, joined. */
export const leakText = (parts: readonly LeakPart[]): string =>
  parts
    .filter((part) => part.place)
    .map((part) => `${part.place}:${part.number.trim()}${part.detail ? `:${part.detail}` : ""}`)
    .join("+");

/** The parts of a leak in an address; two at most. */
export function leakParts(text: string): [LeakPart, LeakPart] {
  const parts = text.split("+").map((each) => {
    const [place = "", number = "1", detail = ""] = each.split(":");
    return { place, number, detail };
  });
  const nothing: LeakPart = { place: "", number: "1", detail: "" };
  return [parts[0]?.place ? parts[0] : { ...nothing, place: "dealer" }, parts[1] ?? nothing];
}
