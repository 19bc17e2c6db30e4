/* Whole numbers as people type them: counts, and multiples of the ante. */
import { t } from "../language";

/** For a field in which a whole number is typed: the browser says so before anything is sent. */
export const WHOLE = { pattern: "\\s*\\d{1,3}\\s*", get title() { return t("A whole number, such as 12"); }, inputmode: "numeric" as const };

/** A whole number from typed text; null if it is not one. */
export const wholeOf = (text: string): number | null => (/^\s*\d{1,3}\s*$/.test(text) ? Number(text) : null);
