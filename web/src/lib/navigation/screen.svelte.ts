/* Which arrangement of a table the window has room for. */
import { MediaQuery } from "svelte/reactivity";

const stacked = new MediaQuery("(max-width: 1099px), (max-height: 599px)");
const beside = new MediaQuery("(min-width: 640px) and (orientation: landscape)");

export const screen = {
  /** Phones, tablets and zoomed pages: one's own place is large enough to read and to touch, not a shrunken felt. */
  get stacked(): boolean {
    return stacked.current;
  },
  /** Stacked, and wider than high: what can be done is beside the felt. */
  get beside(): boolean {
    return stacked.current && beside.current;
  },
};
