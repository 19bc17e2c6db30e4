/* Where the focus was: a dialog returns it to the control that opened it or, if that is gone, to the one before. */

const KEPT = 8;
let before: HTMLElement[] = [];

if (typeof document !== "undefined")
  document.addEventListener("focusin", (event) => {
    const on = event.target;
    if (on instanceof HTMLElement) before = [...before.filter((each) => each !== on), on].slice(-KEPT);
  });

/** Give the focus back after this element has closed, unless something else has it. */
export function returnFocus(from: Element): void {
  const now = document.activeElement;
  if (now && now !== document.body && !from.contains(now)) return;
  before.findLast((each) => each.isConnected && !from.contains(each) && each.checkVisibility())?.focus();
}
