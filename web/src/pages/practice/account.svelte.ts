/* The account of this session, which the server keeps. */
import { api } from "../../lib/api";
import { complain } from "../../lib/toast.svelte";
import type { Scored, ScoreLine } from "./score";

export class Account {
  score = $state.raw<ScoreLine[]>([]);
  last = $state.raw<Scored[]>([]);

  async load(): Promise<void> {
    const response = await api.get("/api/practice-score");
    this.score = response.score;
    this.last = response.last;
  }

  clear = (): void => {
    api
      .post("/api/practice-score/clear")
      .then(() => this.load())
      .catch(complain);
  };
}
