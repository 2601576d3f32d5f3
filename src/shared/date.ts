/**
 * A date as readers see it, in UTC: `Nov 21, 2026`. Used where pages are made and not in the
 * browser, whose own idea of a language's dates may differ.
 */
export function formatDate(date: Date, language: string): string {
  const options = { dateStyle: "medium", timeZone: "UTC" } as const;
  try {
    return new Intl.DateTimeFormat(language, options).format(date);
  } catch {
    // The configuration names a language that there is not.
    return new Intl.DateTimeFormat("en", options).format(date);
  }
}

/** The day of a date in UTC: `2026-11-21`. */
export function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Reads a date as front matter has it; without a time zone it is in UTC, wherever it is read. */
export function parseDate(text: string): Date {
  const utc = Date.parse(`${text.trim().replace(" ", "T")}Z`);
  return new Date(Number.isNaN(utc) ? Date.parse(text) : utc);
}
