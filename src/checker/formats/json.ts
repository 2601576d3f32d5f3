import type { LinkReport } from "../check-site.ts";

/** Formats a report as a JSON object; `also` lists further positions of a problem. */
export function formatJson({ checked, groups }: LinkReport): string {
  const problems = groups.map(({ code, level, message, hint, places: [first, ...also] }) => ({
    ...first,
    severity: level === "error" ? "error" : "warning",
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(also.length === 0 ? {} : { also }),
  }));
  return JSON.stringify({ checked, problems });
}
