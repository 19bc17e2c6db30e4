/* Data beside the table itself: its felt, its card with the meters, and people's names. */
import { api, asProblem, type TableCard, type View } from "../../lib/api";
import { session } from "../../lib/session.svelte";
import { complain } from "../../lib/toast.svelte";

export class Surroundings {
  svg = $state("");
  card = $state.raw<TableCard | null>(null);
  names = $state.raw<Record<string, string>>({});
  /** Why there is no drawing. */
  problem = $state("");

  /** To be made while a component is; `busy` is true as long as chips are on their way. */
  constructor(table: string, view: () => View | null, busy: () => boolean) {
    const path = { table };
    const lookAround = async (): Promise<void> => {
      this.card = await api.get("/api/tables/{table}/card", { path, unattended: true });
    };
    const lookNames = async (): Promise<void> => {
      this.names = await api.get("/api/tables/{table}/names", { path, unattended: true });
    };
    api
      .get("/api/tables/{table}/layout.svg", { path })
      .then((drawing) => (this.svg = drawing as unknown as string))
      .catch((error: unknown) => (this.problem = asProblem(error).message));

    const strangers = $derived(view()?.seats.filter((each) => !(each.player in this.names)).length ?? 0);
    $effect(() => {
      if (strangers) lookNames().catch(() => undefined);
    });
    // The balance updates when the chips have arrived, not before.
    const version = $derived(view()?.version ?? 0);
    $effect(() => {
      if (version && !busy()) session.refreshBalance().catch(() => undefined);
    });
    const round = $derived(view()?.round ?? 0);
    $effect(() => {
      void round; // the meters of each round, and the table itself before the first
      lookAround().catch(complain);
    });
  }
}
