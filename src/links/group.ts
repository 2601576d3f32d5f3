import type { LinkLevel } from "../shared/link-kinds.ts";
import { compareProblems, type Position, type Problem, sortProblems } from "../shared/problem.ts";
import type { LinkFinding } from "./use.ts";

/** A problem, with all positions where it occurs. */
export interface FindingGroup {
  readonly code: string;
  readonly level: Exclude<LinkLevel, "ignore">;
  readonly message: string;
  readonly hint: string | undefined;
  /** In order; the message refers to the first. */
  readonly places: readonly [Position, ...Position[]];
}

/** Sorts findings and groups those of one kind and subject. @param levelOf `ignore` drops a finding */
export function groupFindings(
  findings: readonly LinkFinding[],
  levelOf: (finding: LinkFinding) => LinkLevel,
): FindingGroup[] {
  const groups = new Map<string, { first: LinkFinding; level: Exclude<LinkLevel, "ignore">; places: Position[] }>();
  const seen = new Set<string>();
  for (const finding of [...findings].sort(compareProblems)) {
    const level = levelOf(finding);
    const { kind, subject, path, line, column } = finding;
    const key = `${kind}\n${subject}`;
    const placeKey = `${key}\n${path}:${line}:${column}`;
    if (level === "ignore" || seen.has(placeKey)) continue;
    seen.add(placeKey);
    const group = groups.get(key);
    const position = { path, line, column };
    if (group === undefined) groups.set(key, { first: finding, level, places: [position] });
    else group.places.push(position);
  }
  return [...groups.values()].map(({ first, level, places: [position = first, ...others] }) => {
    const { kind, message, hint } = first;
    return { code: kind, level, message, hint, places: [position, ...others] };
  });
}

/** Converts a problem of the content to a group. */
export function groupOfProblem({ path, line, column, severity, code, message, hint }: Problem): FindingGroup {
  const level = severity === "error" ? "error" : "warn";
  return { code, level, message, hint, places: [{ path, line, column }] };
}

/** Sorts groups by their first positions and removes duplicates. */
export function sortGroups(groups: readonly FindingGroup[]): FindingGroup[] {
  const problems = groups.map((group) => ({ ...group.places[0], code: group.code, message: group.message, group }));
  return sortProblems(problems).map(({ group }) => group);
}
