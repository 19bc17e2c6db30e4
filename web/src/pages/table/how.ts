/* How the games go, in a few words; what may be done at any moment is what the server offers. */

export interface HowStep {
  title: string;
  text: string;
}

interface Game {
  /** What the ante needs beside it, and what may be wagered besides. */
  bets: string;
  steps: readonly HowStep[];
}

const GAMES: Record<string, Game> = {
  "high-card-flush": {
    bets: "The bonuses and the progressive are optional, beside an ante.",
    steps: [
      { title: "Look for a suit", text: "You get seven cards. Your hand is your longest flush; the more cards of one suit, the better." },
      {
        title: "Raise or fold",
        text: "Raise as much as the ante; up to twice the ante with five of a suit, three times with six or seven. Folding gives up the ante.",
      },
      {
        title: "Beat the dealer",
        text: "The longer flush wins, then the higher. A dealer without three of a suit, nine high, does not qualify: the ante is paid and the raise comes back.",
      },
    ],
  },
  "ultimate-texas-holdem": {
    bets: "The blind has to be made too, as much as the ante. The rest is optional.",
    steps: [
      {
        title: "Play or check",
        text: "You get two cards. Play three or four times the ante at once, twice after three cards of the board, or once at the end, when it is play or fold.",
      },
      { title: "Five cards on the board", text: "They belong to you and to the dealer. The best five of seven count." },
      {
        title: "Beat the dealer",
        text: "The higher poker hand wins. The blind pays for a straight or better that wins; against less than a pair of the dealer's the ante comes back.",
      },
    ],
  },
  "four-card-poker": {
    bets: "Aces up needs no ante. The rest is optional.",
    steps: [
      { title: "Make four of five", text: "You get five cards, and your best four are your hand. One card of the dealer lies open." },
      { title: "Play or fold", text: "Play one to three times your ante, or fold and give it up." },
      { title: "Beat the dealer", text: "The dealer makes the best four of six cards. A higher hand wins, and so does an equal one." },
    ],
  },
};

/** The steps of a round by rules as "ma/high-card-flush". */
export function stepsOf(rules: string, player: boolean): readonly HowStep[] {
  const game = GAMES[rules.split("/")[1] ?? ""];
  const first = player
    ? { title: "Put chips on ante", text: "Choose a chip, click the area, then bet." }
    : { title: "Players bet", text: "The ante is the game." };
  return [{ ...first, text: [first.text, game?.bets].filter(Boolean).join(" ") }, ...(game?.steps ?? [])];
}
