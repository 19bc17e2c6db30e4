/* Where chips may be put on the felt, and the effect. */

export interface Spotting {
  /** By seat, the wagers whose areas take chips. */
  spots: Readonly<Record<number, readonly string[]>>;
  put?: ((seat: number, wager: string) => void) | undefined;
  /** Chips of an area are taken back. */
  takeOff?: ((seat: number, wager: string) => void) | undefined;
  label: (seat: number, wager: string) => string;
  /** The area, "3/ante", on which the first chip goes. */
  invited: string;
}
