/* What the software does about a clause: the words, and what each means. */

/** By status; `none` is that of a clause without one. */
export const MEANINGS: Readonly<Record<string, string>> = {
  refused: "A breach is refused, or there is no way to enter one.",
  computed: "The result follows the clause.",
  recorded: "Somebody must confirm it and cannot skip it; the log says who and when.",
  shown: "Printed or displayed where the clause requires it.",
  physical: "No software can know it; the reason is given.",
  none: "No test shows what the software does.",
};

export const STATUSES: readonly string[] = Object.keys(MEANINGS);
