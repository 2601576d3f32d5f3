import { type TextDeclaration, type Texts, translate } from "./translate.ts";

const DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?[ ]?(Z|[+-]\d{2}:?\d{2})?)?$/i;

const MINUTES_OF_DAY = 24 * 60;

/**
 * Parses a date, `2026-11-21`, optionally with a time and a zone. Without a zone it is UTC, so that the result doesn't
 * depend on the machine.
 *
 * @returns the instant as `2026-11-21T00:00:00.000Z`; undefined if the date or the time doesn't exist
 */
export function parseDate(text: string): string | undefined {
  const match = DATE.exec(text.trim());
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // `Date.UTC` carries an impossible day or hour over into the next.
  const isReal = local.getUTCMonth() === month - 1 && local.getUTCDate() === day && local.getUTCHours() === hour;
  const offset = offsetMinutes(match[7]);
  // `Date.UTC` maps the years 0 to 99 to 1900 to 1999.
  if (!isReal || year < 100 || minute > 59 || second > 59 || Math.abs(offset) >= MINUTES_OF_DAY) return undefined;
  return new Date(local.getTime() - offset * 60_000).toISOString();
}

/** The current day in UTC, `2026-11-21`, or that of `SOURCE_DATE_EPOCH`, in seconds: for equal builds at any time. */
export function today(): string {
  const seconds = Number(process.env.SOURCE_DATE_EPOCH || Number.NaN);
  return new Date(Number.isFinite(seconds) ? seconds * 1000 : Date.now()).toISOString().slice(0, 10);
}

/**
 * Formats the UTC date of an instant for readers: `November 21, 2026`. Month names come from `texts`, not from the
 * locale data of the machine, so that the output is the same everywhere.
 */
export function formatDate(texts: Texts, instant: string): string {
  const [year = "", month = "", day = ""] = instant.slice(0, 10).split("-");
  const name = MONTHS[Number(month) - 1] ?? { message: "" };
  return translate(
    texts,
    { id: "theme.date.long", message: "{month} {day}, {year}" },
    { month: translate(texts, name), day: Number(day), year },
  );
}

function offsetMinutes(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === "Z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith("-") ? -minutes : minutes;
}

const MONTHS: readonly TextDeclaration[] = [
  { id: "theme.date.month.1", message: "January" },
  { id: "theme.date.month.2", message: "February" },
  { id: "theme.date.month.3", message: "March" },
  { id: "theme.date.month.4", message: "April" },
  { id: "theme.date.month.5", message: "May" },
  { id: "theme.date.month.6", message: "June" },
  { id: "theme.date.month.7", message: "July" },
  { id: "theme.date.month.8", message: "August" },
  { id: "theme.date.month.9", message: "September" },
  { id: "theme.date.month.10", message: "October" },
  { id: "theme.date.month.11", message: "November" },
  { id: "theme.date.month.12", message: "December" },
];
