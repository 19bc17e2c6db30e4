/* Cards that are being named for a place, before they are sent. What is impossible is refused at once; the
   server decides about the rest. */
import { face, isSuit, readCards, type Suit } from "../../../lib/table/cards";

export class CardDraft {
  cards = $state<string[]>([]);
  /** The beginning of a card. */
  text = $state("");
  problem = $state("");
  /** The suit that was typed first: ranks follow it, until another suit. */
  suit = $state<Suit | "">("");

  constructor(
    /** Whose cards they are: "Seat 3". */
    readonly where: string,
    readonly least: number,
    readonly most: number,
    /** The places of face-up cards, by code. */
    private readonly seen: () => ReadonlyMap<string, string>,
    /** Whether any number from the least on will do, as of discards. */
    private readonly part = false,
  ) {}

  get full(): boolean {
    return this.cards.length === this.most;
  }
  get missing(): number {
    return this.most - this.cards.length;
  }
  /** Whether it can be sent: all cards, the least, or an accepted number between. */
  get ready(): boolean {
    const enough = this.part && this.cards.length > this.least;
    return !this.text && (this.full || this.loose || enough || this.cards.length === this.least);
  }
  /** Whether any number up to the most will do. */
  get loose(): boolean {
    return this.least === 0 && this.most > 7;
  }
  get value(): string {
    return this.cards.join(" ");
  }

  /** Why a card cannot be added; empty if it can. */
  refusal(code: string): string {
    const name = face(code)?.name ?? code;
    if (this.cards.includes(code)) return `The ${name} is already entered.`;
    const where = this.seen().get(code);
    if (where) return `The ${name} is already in play: ${where}.`;
    if (this.full) return `${this.where} has ${this.most} card${this.most === 1 ? "" : "s"}, no more.`;
    return "";
  }

  /** Whether the card is face up elsewhere. */
  elsewhere(code: string): boolean {
    return this.seen().has(code);
  }

  add(code: string): boolean {
    const known = face(code)?.code ?? code;
    this.problem = this.refusal(known);
    if (this.problem) return false;
    this.cards = [...this.cards, known];
    return true;
  }

  toggle(code: string): void {
    if (this.cards.includes(code)) this.remove(code);
    else this.add(code);
  }

  remove(code: string): void {
    this.problem = "";
    this.cards = this.cards.filter((each) => each !== code);
  }

  /** Text was typed, scanned or pasted: whole cards are taken at once. A suit before its ranks holds for all of them. */
  type(text: string): void {
    for (const part of text.match(/\S+|\s+/g) ?? []) {
      if (this.text || !(this.suit || isSuit(part.charAt(0).toLowerCase()))) this.#typeCards(part);
      else this.#typeRanks(part.toLowerCase());
    }
  }

  /** A scanner names every card in full. */
  scan(text: string): void {
    this.suit = "";
    this.text = "";
    this.#typeCards(text);
  }

  /** "sak9h32": the suit, then its ranks. */
  #typeRanks(text: string): void {
    for (const key of text) {
      if (isSuit(key)) this.suit = key;
      else if (key === "0") this.add(`T${this.suit}`); // a ten is typed as t, 10 or 0
      else if (/[\s,;.\-/1]/.test(key)) continue;
      else if (!this.suit || !face(key + this.suit)) this.problem = `“${key}” is not a rank. Type a suit and its ranks: sak9.`;
      else this.add(key + this.suit);
    }
  }

  #typeCards(text: string): void {
    const read = readCards(this.text + text);
    this.text = read.rest;
    let problem = "";
    for (const code of read.cards) if (!this.add(code)) problem ||= this.problem;
    if (read.wrong) problem ||= `“${read.wrong}” is not a card. A card is a rank and a suit: as, 10h, kd.`;
    if (read.cards.length || read.wrong) this.problem = problem;
  }

  back(): void {
    this.problem = "";
    if (this.text) this.text = this.text.slice(0, -1);
    else this.cards = this.cards.slice(0, -1);
  }

  /** Show what is missing when the entry is sent. */
  ask(): void {
    if (this.problem) return;
    if (this.text) this.problem = `“${this.text}” is not a complete card.`;
    else this.problem = `${this.missing} more card${this.missing === 1 ? "" : "s"}.`;
  }

  clear(): void {
    this.cards = [];
    this.text = "";
    this.suit = "";
    this.problem = "";
  }
}
