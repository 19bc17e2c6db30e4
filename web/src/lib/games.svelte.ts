/* The words of the games, by rule set, from the server. Until they are loaded a name stands for itself. */
import { api, type Schema } from "./api";
import { told } from "./language";
import { words } from "./words";

export type Vocabulary = Schema<"Vocabulary">;

class Games {
  all = $state.raw<readonly Vocabulary[]>([]);
  /** The rule set of the table that is shown. */
  shown = $state("");

  /** Ask for the words; they stay the same while a server runs. */
  async load(): Promise<void> {
    this.all = await api.get("/api/games", { unattended: true });
  }

  /** The words of a rule set; of the table that is shown where none is named. */
  of(rules: string = this.shown): Vocabulary | undefined {
    return this.all.find((each) => each.rules === rules) ?? this.all.find((each) => each.rules === rules.split("@")[0]);
  }

  /** Words of a rule set, of its game in any place else. */
  ofGame(game: string): Vocabulary | undefined {
    return this.all.find((each) => each.game === game);
  }

  /** The names of the games, each once. */
  get titles(): string[] {
    return [...new Set(this.all.map((each) => each.title))];
  }
}

export const games = new Games();

/** A wager, a bonus or a decision as it is labeled: `flush_bonus` as "Flush bonus". */
export function wagerWords(name: string, rules?: string): string {
  const known = games.of(rules);
  return known?.wagers[name] ?? known?.actions[name] ?? words(name);
}

/** A decision as a verb: other languages have different words for "a raise" and "to raise". */
export function decisionWords(action: string, rules?: string): string {
  const [known, done] = [told(`to ${action}`), wagerWords(action, rules)];
  return known === `to ${action}` ? done : known.charAt(0).toUpperCase() + known.slice(1);
}

/** A decision point: `preflop` as "Before the flop". */
export const stageWords = (stage: string, rules: string): string => games.of(rules)?.stages[stage] ?? words(stage);

/** An action of a decision: `play_4x` as "Play 4×". */
export function actionWords(action: string, rules?: string): string {
  const multiple = /^(.+)_(\d+)x$/.exec(action);
  return multiple ? `${decisionWords(multiple[1] ?? "", rules)} ${multiple[2]}×` : decisionWords(action, rules);
}
