import type { Report } from "../check-site.ts";

/** The report as one JSON object; `also` holds the further places of what has several. */
export function formatJson({ checked, blocks }: Report): string {
  const problems = blocks.map(({ code, level, message, hint, places: [first, ...also] }) => ({
    ...first,
    severity: level === "error" ? "error" : "warning",
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(also.length === 0 ? {} : { also }),
  }));
  return JSON.stringify({ checked, problems });
}
