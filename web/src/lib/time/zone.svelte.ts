/* Times in the zone of the house, for its staff; in that of the browser where the house's is not known. */
import { api } from "../api";
import { session } from "../session.svelte";
import { zoned } from "./when";

class HouseZone {
  #name = $state("");
  #asked = false;

  /** The zone of the house. */
  get name(): string {
    if (!this.#asked && (session.may("floor") || session.may("chips"))) {
      this.#asked = true;
      // The cage, security and the count team read no settings.
      const asked = session.may("floor") ? api.get("/api/house/settings", { unattended: true }) : api.get("/api/inventory", { unattended: true });
      asked.then(
        (found) => (this.#name = found.zone ?? ""),
        () => undefined,
      );
    }
    return this.#name || Intl.DateTimeFormat().resolvedOptions().timeZone;
  }

  /** 2026-03-09 14:05:09 EDT */
  time(at: number): string {
    return zoned(at, this.name);
  }
}

export const houseZone = new HouseZone();
