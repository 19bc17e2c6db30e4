/* What the software does about a clause: the words, and what each means. */

/** By status; `none` is that of a clause without one. */
export const MEANINGS: Readonly<Record<string, string>> = {
  refused: "A breach is refused, or cannot be expressed.",
  computed: "The outcome is the clause's.",
  recorded: "Somebody is asked, cannot pass over it, and who and when is in the log.",
  shown: "Printed or displayed where the clause wants it.",
  physical: "No software could know; the reason stands beside it.",
  none: "Nothing that a test shows.",
};

export const STATUSES: readonly string[] = Object.keys(MEANINGS);
