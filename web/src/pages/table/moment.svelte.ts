/* A player's place in the round: the decision due, the hand shown, and its result. */
import { t } from "../../lib/language";
import { untrack } from "svelte";
import type { Offer, SeatView } from "../../lib/api";
import { play } from "../../lib/table/sound";
import type { TableFeed } from "../../lib/table/table.svelte";
import type { Betting } from "./play/betting.svelte";
import { decisionOf, statusOf, type Status } from "./status";

export interface HandShown {
  seat: SeatView;
  board: string;
  /** Of the round before, with its result. */
  over: boolean;
}

interface MomentOptions {
  feed: TableFeed;
  betting: Betting;
  /** The viewer, if a player; "" for everybody else. */
  me: string;
  names: () => Record<string, string>;
  /** Whether hands are being shown and chips moved: results are announced afterward. */
  busy: () => boolean;
}

export class Moment {
  readonly #options: MomentOptions;
  /** Whole seconds until the house acts; null where it waits. */
  #seconds = $state<number | null>(null);
  /** The decision that is one's own now. */
  readonly decision: Offer | undefined = $derived.by(() => {
    const { feed, me } = this.#options;
    return feed.view ? decisionOf(feed.view, me) : undefined;
  });
  readonly status: Status | null = $derived.by(() => {
    const { feed, me, names } = this.#options;
    return feed.view ? statusOf(feed.view, me, this.#seconds, names()) : null;
  });
  /** One's own hand: that of the round, or of the round before while no new one has begun. */
  readonly hand: HandShown | null = $derived.by(() => {
    const { feed, betting, me, busy } = this.#options;
    const [view, seat] = [feed.view, betting.active];
    if (!view || !seat) return null;
    if (seat.cards || seat.hidden) return { seat, board: view.board, over: false };
    const last = view.last?.seats.find((each) => each.seat === seat.seat && each.player === me);
    if (!last || !view.bets_open || betting.total) return null;
    return { seat: last, board: view.last?.board ?? "", over: !busy() };
  });
  /** The player's seats in the last round, once their results are announced. */
  readonly settled: SeatView[] = $derived.by(() => {
    const { feed, me, busy } = this.#options;
    if (busy() || !me) return [];
    return feed.view?.last?.seats.filter((each) => each.player === me && Object.keys(each.results).length) ?? [];
  });
  /** Seats that one may take. */
  readonly free: number[] = $derived.by(() => {
    const { feed, me } = this.#options;
    return feed.view && me ? feed.view.offers.filter((each) => each.act === "sit").map((each) => each.seat) : [];
  });

  /** Create it while a component initializes. */
  constructor(options: MomentOptions) {
    this.#options = options;
    const { feed, betting } = options;
    $effect(() => {
      const deadline = feed.deadline;
      if (deadline === null) {
        this.#seconds = null;
        return;
      }
      const tick = (): void => {
        this.#seconds = Math.max(0, Math.ceil((deadline - feed.clock()) / 1000));
      };
      tick();
      const timer = setInterval(tick, 250);
      return () => clearInterval(timer);
    });
    $effect(() => {
      if (!this.decision) return;
      betting.seat = this.decision.seat;
      play("turn");
    });
    const won = $derived(this.settled.reduce((sum, each) => sum + each.net, 0));
    $effect(() => {
      if (this.settled.length && won > 0) untrack(() => play("win"));
    });
  }

  /** The tab's title for somebody who looks elsewhere: "Your turn, 12 s"; "" where nothing is asked. */
  get call(): string {
    if (!this.decision) return "";
    return this.#seconds === null ? t("Your turn") : t("Your turn, {seconds} s", { seconds: this.#seconds });
  }
  /** Where the table stands, in one line. */
  get line(): string {
    return this.#options.busy() ? t("The hands are shown.") : (this.status?.text ?? "");
  }
  /** Whether it is one's own turn, and nothing is in motion. */
  get mine(): boolean {
    return Boolean(this.status?.mine) && !this.#options.busy();
  }
  /** The place that one is offered first, from the middle of the table; 0 where there is none. */
  get inviting(): number {
    return this.free[Math.floor((this.free.length - 1) / 2)] ?? 0;
  }
}
