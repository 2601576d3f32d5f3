import type { LinkReport } from "../check-site.ts";

/** Formats a report as GitHub Actions annotations, one per problem, at its first position. */
export function formatGithub({ groups }: LinkReport): string {
  const lines = groups.map(({ code, level, message, hint, places: [{ path, line, column }, ...also] }) => {
    const others = also.map((place) => `also ${place.path}:${place.line}:${place.column}`);
    const text = [message, ...(hint === undefined ? [] : [`hint: ${hint}`]), ...others].join("\n");
    const fields = { file: path, line, col: column, title: code };
    const properties = Object.entries(fields).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
    return `::${level === "error" ? "error" : "warning"} ${properties.join(",")}::${escapeText(text)}`;
  });
  return lines.join("\n");
}

function escapeText(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeText(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
