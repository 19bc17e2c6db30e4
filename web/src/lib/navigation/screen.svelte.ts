/* Which arrangement of a table the window has room for. */
import { MediaQuery } from "svelte/reactivity";

/* In the em of the browser: larger text needs as much room as a page that is zoomed. 1099, 599 and 1400 px, where it is 16. */
const stacked = new MediaQuery("(max-width: 68.6875em), (max-height: 37.4375em), (pointer: coarse) and (max-width: 87.5em)");
const beside = new MediaQuery("(min-width: 40em) and (orientation: landscape)");

export const screen = {
  /** Phones, tablets and zoomed pages: one's own place is large enough to read and to touch, not a shrunken felt. */
  get stacked(): boolean {
    return stacked.current;
  },
  /** Stacked, and wider than high: the controls are beside the felt. */
  get beside(): boolean {
    return stacked.current && beside.current;
  },
};
