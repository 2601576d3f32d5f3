import { createHash } from "node:crypto";
import { encodeRoute } from "../../shared/route.ts";
import type { LinkReport } from "../check-site.ts";

/** Formats a report as SARIF 2.1.0. @param version docgen's version */
export function formatSarif({ groups }: LinkReport, version: string): string {
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
    partialFingerprints: { "finding/v1": digest(`${code}\n${places[0].path}\n${message}`) },
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

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
