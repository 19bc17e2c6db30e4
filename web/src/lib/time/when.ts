/* Times as people of the floor read them. */
import { language, locale, t } from "../language";
import { serverNow } from "./clock";

const TIME = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
const DAY = { year: "numeric", month: "short", day: "numeric" } as const;
const clocks = new Intl.DateTimeFormat(locale, TIME);
const days = new Intl.DateTimeFormat(locale, DAY);
const moments = new Intl.DateTimeFormat(locale, { ...DAY, ...TIME });

/** 14:05:09, on all 24 hours: a floor never sleeps. */
export const clock = (at: number): string => clocks.format(at);

/** Mar 9, 2026 */
export const day = (at: number): string => days.format(at);

/** Mar 9, 2026, 14:05:09, or the time alone if it is of the same day as now. */
export const moment = (at: number, now = serverNow()): string => (day(at) === day(now) ? clock(at) : moments.format(at));

/** How long something lasts: 45 s, 12 min, 3 h, 5 days. */
export function lasting(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return t("{seconds} s", { seconds });
  if (seconds < 3600) return t("{minutes} min", { minutes: Math.floor(seconds / 60) });
  if (seconds < 86_400 * 2) return t("{hours} h", { hours: Math.floor(seconds / 3600) });
  return t("{days, plural, one {# day} other {# days}}", { days: Math.floor(seconds / 86_400) });
}

/** How long ago; "now" for the last seconds, "never" for 0. */
export function ago(at: number, now = serverNow()): string {
  if (!at) return t("never");
  return now - at < 5_000 ? t("now") : t("{time} ago", { time: lasting(now - at) });
}

/** The start of a chosen day, "2026-03-09", in milliseconds; null if it is not a date. */
export function startOf(date: string): number | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date.trim());
  if (!found) return null;
  const [year, month, of] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const time = new Date(year, month - 1, of);
  return time.getMonth() === month - 1 && time.getDate() === of ? time.getTime() : null;
}

/** 2026-03-09 14:05:09 EDT: a time of the house's records, in its zone; in other languages as these write it. */
export function zoned(at: number, zone: string): string {
  const options = { ...TIME, timeZone: zone, timeZoneName: "short" } as const;
  if (language !== "en") return new Intl.DateTimeFormat(locale, { ...DAY, ...options }).format(at);
  const date = new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" });
  return `${date.format(at)} ${new Intl.DateTimeFormat(locale, options).format(at)}`;
}

/** "2026-03-09T14:05" by the clock of a zone, in milliseconds; null if it is no time. */
export function instantOf(local: string, zone: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(local)) return null;
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted)) return null;
  const options = { timeZone: zone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  const wall = new Intl.DateTimeFormat("sv-SE", options);
  const shown = (at: number): number => Date.parse(`${wall.format(at).replace(" ", "T")}Z`);
  const guess = wanted - (shown(wanted) - wanted);
  return guess - (shown(guess) - wanted);
}
