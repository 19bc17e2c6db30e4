/* The total result of a player's rounds. */

interface Round {
  staked: number;
  net: number;
  /** Whether amounts were entered. */
  amounts: boolean;
}

export interface Sums {
  rounds: number;
  staked: number;
  net: number;
  /** The running result after each round, from the first on. */
  running: number[];
}

/** Sums over rounds, newest first, without rounds whose amounts were not entered. */
export function sumsOf(rounds: readonly Round[]): Sums {
  const entered = rounds.filter((each) => each.amounts);
  let net = 0;
  const running = entered.toReversed().map((each) => (net += each.net));
  return { rounds: entered.length, staked: entered.reduce((sum, each) => sum + each.staked, 0), net, running };
}
