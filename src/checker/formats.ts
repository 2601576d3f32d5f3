import { hash } from "node:crypto";
import type { FixedFile } from "../shared/fixed-file.ts";
import { encodeRoute } from "../shared/route.ts";
import type { LinkReport } from "./check-site.ts";

/** Formats rewritten files as a unified diff without context, for `patch -R`. */
export function formatDiff(files: readonly FixedFile[]): string {
  return files
    .flatMap(({ path, lines }) => [
      `--- a/${path}`,
      `+++ b/${path}`,
      ...lines.flatMap(({ line, before, after }) => [`@@ -${line} +${line} @@`, `-${before}`, `+${after}`]),
    ])
    .join("\n");
}

/** Formats a report as a JSON object; `also` lists further positions of a problem. */
export function formatJson({ checked, groups }: LinkReport): string {
  const problems = groups.map(({ code, level, message, hint, places: [first, ...also] }) => ({
    ...first,
    severity: level === "error" ? "error" : "warning",
    code,
    message,
    hint,
    also: also.length === 0 ? undefined : also,
  }));
  return JSON.stringify({ checked, problems });
}

/** Formats a report as GitHub Actions annotations, one per problem, at its first position. */
export function formatGithub({ groups }: Pick<LinkReport, "groups">): string {
  const lines = groups.map(({ code, level, message, hint, places: [{ path, line, column }, ...also] }) => {
    const others = also.map((position) => `also ${position.path}:${position.line}:${position.column}`);
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

/** Formats a report as SARIF 2.1.0. @param version docgen's version */
export function formatSarif({ groups }: Pick<LinkReport, "groups">, version: string): string {
  const codes = [...new Set(groups.map(({ code }) => code))].sort();
  const results = groups.map(({ code, level, message, hint, places }) => ({
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: level === "error" ? "error" : "warning",
    message: { text: hint === undefined ? message : `${message}; ${hint}` },
    locations: places.map(({ path, line, column }) => ({
      physicalLocation: {
        artifactLocation: { uri: encodeRoute(path), uriBaseId: "ROOT" },
        region: { startLine: line, startColumn: column },
      },
    })),
    // Without the line, so that the fingerprint survives edits elsewhere in the file.
    partialFingerprints: { "finding/v1": hash("sha256", `${code}\n${places[0].path}\n${message}`).slice(0, 32) },
  }));
  const driver = {
    name: "docgen check-links",
    semanticVersion: version,
    rules: codes.map((id) => ({ id, shortDescription: { text: id.replaceAll("-", " ") } })),
  };
  const run = { tool: { driver }, columnKind: "utf16CodeUnits", results };
  return JSON.stringify({ $schema: SCHEMA, version: "2.1.0", runs: [run] }, undefined, 2);
}

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
