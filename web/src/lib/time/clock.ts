/* The server's time. Clocks of browsers may be wrong by hours; every answer says when it was sent, to the second. */

const COARSE_MS = 1_500;
let ahead = 0;

/** Note the time stated in a response. */
export function heard(date: string | null): void {
  const sent = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(sent)) return;
  const found = sent + 500 - Date.now();
  if (Math.abs(found - ahead) > COARSE_MS) ahead = found; // smaller differences are rounding
}

/** The server's time, in milliseconds since 1970, to a second or two. */
export const serverNow = (): number => Date.now() + ahead;
