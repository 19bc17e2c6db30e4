/* Times as people of the floor read them. */
import { serverNow } from "./clock";

const pad = (value: number): string => String(value).padStart(2, "0");

/** 14:05:09 */
export function clock(at: number): string {
  const time = new Date(at);
  return `${pad(time.getHours())}:${pad(time.getMinutes())}:${pad(time.getSeconds())}`;
}

/** 2026-03-09 */
export function day(at: number): string {
  const time = new Date(at);
  return `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
}

/** 2026-03-09 14:05:09, or the time alone if it is of the same day as now. */
export const moment = (at: number, now = serverNow()): string =>
  day(at) === day(now) ? clock(at) : `${day(at)} ${clock(at)}`;

/** How long something lasts: 45 s, 12 min, 3 h, 5 days. */
export function lasting(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400 * 2) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} days`;
}

/** How long ago; "now" for the last seconds, "never" for 0. */
export function ago(at: number, now = serverNow()): string {
  if (!at) return "never";
  return now - at < 5_000 ? "now" : `${lasting(now - at)} ago`;
}

/** The start of a chosen day, "2026-03-09", in milliseconds; null if it is not a date. */
export function startOf(date: string): number | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date.trim());
  if (!found) return null;
  const [year, month, of] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const time = new Date(year, month - 1, of);
  return time.getMonth() === month - 1 && time.getDate() === of ? time.getTime() : null;
}

/** 2026-03-09 14:05:09 EDT: a time in the zone of the house. */
export function zoned(at: number, zone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  }).formatToParts(at);
  const part = (kind: Intl.DateTimeFormatPartTypes): string => parts.find((each) => each.type === kind)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")} ${part("hour")}:${part("minute")}:${part("second")} ${part("timeZoneName")}`;
}
