/* How the games go, in a few words; what may be done at any moment is what the server offers. */

export interface HowStep {
  title: string;
  text: string;
}

const GAMES: Record<string, readonly HowStep[]> = {
  "high-card-flush": [
    { title: "Look for a suit", text: "You get seven cards. Your hand is your longest flush; the more cards of one suit, the better." },
    { title: "Raise or fold", text: "A longer flush lets you raise more. Folding gives up the ante." },
    { title: "Beat the dealer", text: "The dealer turns seven cards, and the longer or higher flush wins." },
  ],
  "ultimate-texas-holdem": [
    { title: "Play or check", text: "You get two cards. Play now for the most, or check and see the board first; at the end play or fold." },
    { title: "Five cards on the board", text: "They belong to you and to the dealer. The best five of seven count." },
    { title: "Beat the dealer", text: "The higher poker hand wins. The blind pays from a straight up." },
  ],
  "four-card-poker": [
    { title: "Make four of five", text: "You get five cards, and your best four are your hand. One card of the dealer lies open." },
    { title: "Play or fold", text: "Play one to three times your ante, or fold and give it up." },
    { title: "Beat the dealer", text: "The dealer makes the best four of six cards. The higher hand wins." },
  ],
};

/** The steps of a round by rules as "ma/high-card-flush". */
export function stepsOf(rules: string, player: boolean): readonly HowStep[] {
  const bet = player
    ? { title: "Put chips on ante", text: "Choose a chip, click the area, then bet. The other areas are optional wagers." }
    : { title: "Players bet", text: "The ante is the game; the areas beside it are optional wagers." };
  return [bet, ...(GAMES[rules.split("/")[1] ?? ""] ?? [])];
}
