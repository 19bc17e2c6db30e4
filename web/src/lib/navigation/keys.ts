/* Which keys belong to the focused control, and which to the page. */

const MOVES = /^(Arrow\w+|Home|End|Page\w+)$/;

/** Whether a key is meant for the control that has the focus: a field takes all, a slider or tab the arrows, a box the space bar. */
export function takesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog, textarea, select, [contenteditable]")) return true;
  if (target.closest("[role=tablist], input[type=range]")) return MOVES.test(key);
  if (target.closest("input[type=checkbox], input[type=radio]")) return key === " ";
  return target.closest("input") !== null;
}
