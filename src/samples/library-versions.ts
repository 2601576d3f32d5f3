import type { Part, Program, ProgramTask } from "./assemble-program.ts";

/** Compares versions by their numbers: `0.9` is older than `0.20.3`. What follows the numbers doesn't count. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The first two numbers of a version, as `since=` and `until=` name it. */
export function shortVersion(version: string): string {
  return numbersOf(version).slice(0, 2).join(".");
}

/** The mark `since=` or `until=` by which a version of the library doesn't have a sample; undefined if it has it. */
export function markAgainst({ fence, output }: Part, version: string): string | undefined {
  for (const { options } of output === undefined ? [fence] : [fence, output]) {
    const since = options.get("since");
    if (since !== undefined && compareVersions(version, since) < 0) return `since=${since}`;
    const until = options.get("until");
    if (until === undefined) continue;
    // 0.18.5 belongs to 0.18.
    const compared = numbersOf(version).slice(0, numbersOf(until).length).join(".");
    if (compareVersions(compared, until) > 0) return `until=${until}`;
  }
  return undefined;
}

/** The programs for a version of the library, without the parts that are marked for others. */
export function programsFor<T extends ProgramTask>(tasks: readonly T[], version: string | undefined): T[] {
  if (version === undefined) return [...tasks];
  return tasks.flatMap((task) => {
    const [first, ...others] = task.program.parts.filter((part) => markAgainst(part, version) === undefined);
    if (first === undefined) return [];
    const parts: Program["parts"] = [first, ...others];
    if (parts.length === task.program.parts.length) return [task];
    const keeps = task.program.keeps.filter(({ fence }) => parts.some((part) => part.fence === fence));
    return [{ ...task, program: { ...task.program, parts, keeps } }];
  });
}

function numbersOf(version: string): number[] {
  return (/\d+(?:\.\d+)*/.exec(version)?.[0] ?? "0").split(".").map(Number);
}
