import type { LinkLevel } from "../shared/link-kinds.ts";
import { compareProblems, type Problem } from "../shared/problem.ts";
import type { Finding, LinkPlace } from "./use.ts";

/** One thing that is wrong, and every place that has it. */
export interface Block {
  readonly code: string;
  readonly level: Exclude<LinkLevel, "ignore">;
  readonly message: string;
  readonly hint?: string;
  /** In order; the message speaks of the first. */
  readonly places: readonly [LinkPlace, ...LinkPlace[]];
}

/** Sorts findings and puts those of one kind about one thing together. @param levelOf `ignore` leaves a finding out */
export function groupFindings(findings: readonly Finding[], levelOf: (finding: Finding) => LinkLevel): Block[] {
  const groups = new Map<string, { first: Finding; level: Exclude<LinkLevel, "ignore">; places: LinkPlace[] }>();
  const seen = new Set<string>();
  for (const finding of [...findings].sort(compareProblems)) {
    const level = levelOf(finding);
    const { kind, subject, path, line, column } = finding;
    const key = `${kind}\n${subject}`;
    const placeKey = `${key}\n${path}:${line}:${column}`;
    if (level === "ignore" || seen.has(placeKey)) continue;
    seen.add(placeKey);
    const group = groups.get(key);
    const place = { path, line, column };
    if (group === undefined) groups.set(key, { first: finding, level, places: [place] });
    else group.places.push(place);
  }
  return [...groups.values()].map(({ first, level, places: [place = first, ...others] }) => {
    const { kind, message, hint } = first;
    return { code: kind, level, message, ...(hint === undefined ? {} : { hint }), places: [place, ...others] };
  });
}

/** A problem of the content as a block of its own. */
export function blockOf({ path, line, column, severity, code, message, hint }: Problem): Block {
  const level = severity === "error" ? "error" : "warn";
  return { code, level, message, ...(hint === undefined ? {} : { hint }), places: [{ path, line, column }] };
}

/** Blocks in the order of their first places, each once. */
export function sortBlocks(blocks: readonly Block[]): Block[] {
  const seen = new Set<string>();
  const orderOf = ({ places, message }: Block) => ({ ...places[0], message });
  return [...blocks]
    .sort((a, b) => compareProblems(orderOf(a), orderOf(b)))
    .filter(({ code, message, places: [{ path, line, column }] }) => {
      const key = `${path}:${line}:${column}:${code}:${message}`;
      return !seen.has(key) && seen.add(key);
    });
}
