import { type StageEvents, stopwatch } from "../builder/stages.ts";
import { Failure } from "../shared/failure.ts";
import { type Position, type Problem, problemOf, sortProblems } from "../shared/problem.ts";
import { escapePattern } from "../shared/text.ts";
import type { Program, ProgramFailure, ProgramTask } from "./assemble-program.ts";
import { checkPrograms, type RunOptions } from "./check-programs.ts";
import { type InstalledLibrary, installLibrary } from "./install-library.ts";
import { compareVersions, markAgainst, programsFor, shortVersion } from "./library-versions.ts";
import { libraryVersionIn, type Packages } from "./packages.ts";
import { readPassed, withKey } from "./passed-programs.ts";
import { type PageChoice, readPrograms } from "./read-programs.ts";

export interface LibraryCheckOptions extends RunOptions, Pick<PageChoice, "root" | "pages"> {
  /** Libraries as `npm install` takes them: a name with a version, a folder, a tarball. */
  readonly specs: readonly string[];
  readonly stages?: StageEvents;
}

/** `needless`: marked for other versions, and passes. */
export type SampleOutcome = "passes" | "fails" | "skipped" | "needless";

/** A sample, or the samples of a session, with its outcome for each library. */
export interface SampleOutcomes {
  readonly path: string;
  readonly line: number;
  readonly outcomes: readonly SampleOutcome[];
}

export interface LibraryCheck {
  readonly libraries: readonly { readonly spec: string; readonly name: string; readonly version: string }[];
  readonly samples: readonly SampleOutcomes[];
  readonly problems: readonly Problem[];
  readonly seconds: number;
}

/**
 * Runs the samples of a site with other versions of its library, and compares the outcomes with the marks `since=` and
 * `until=`. Results are neither read from the cache for these versions, nor stored.
 *
 * @throws Failure (exit code 1) if npm can't install a library; (exit code 2) if it is not the one that samples use
 */
export async function checkLibraries(options: LibraryCheckOptions): Promise<LibraryCheck> {
  const begun = performance.now();
  const { stage } = stopwatch(options.stages);
  const read = await readPrograms({ ...options, update: false }, stage);
  const libraries: (InstalledLibrary & { spec: string })[] = [];
  for (const spec of options.specs) {
    const library = await stage("install", () => installLibrary(options.root, spec, options.signal));
    if (read.library !== undefined && library.name !== read.library) {
      const alias = `${read.library}@npm:${spec}`;
      throw new Failure(
        2,
        `--library: "${spec}" is "${library.name}", but samples use "${read.library}"; try ${alias}`,
      );
    }
    libraries.push({ ...library, spec });
  }
  const problems: Problem[] = [];
  const outcomes: SampleOutcome[][] = [];
  for (const library of libraries) {
    const checked = await stage("samples", (counter) => {
      return checkWith(library, read.tasks, read.packages, { ...options, counter });
    });
    outcomes.push(checked.outcomes);
    problems.push(...checked.problems);
  }
  return {
    libraries: libraries.map(({ spec, name, version }) => ({ spec, name, version })),
    samples: read.tasks.map(({ program }, index) => {
      const { path, line } = program.parts[0].fence;
      return { path, line, outcomes: outcomes.map((ofLibrary) => ofLibrary[index] as SampleOutcome) };
    }),
    problems: sortProblems([...read.problems, ...problems]),
    seconds: (performance.now() - begun) / 1000,
  };
}

/** Readers are not in UTC: dates of a library may be right only there. */
const ZONES = ["UTC", "America/New_York", "Asia/Tokyo"];

async function checkWith(
  { name, version, folder }: InstalledLibrary,
  tasks: readonly ProgramTask[],
  site: Packages,
  options: LibraryCheckOptions,
): Promise<{ outcomes: SampleOutcome[]; problems: Problem[] }> {
  const packages = { ...site, folders: [folder, ...site.folders] };
  const siteVersion = libraryVersionIn(site.folders, name);
  const planned = tasks.map((task) => {
    const isCompared = siteVersion === undefined || siteVersion === version || !names(task.program, siteVersion);
    const [applying] = programsFor([task], version);
    return { task, applying: isCompared ? applying : undefined, isMarked: isCompared && applying !== task };
  });
  // Also the whole program where parts are marked for other versions: it may pass.
  const wanted = planned.flatMap(({ task, applying, isMarked }) => [applying ?? [], isMarked ? task : []].flat());
  let { failed } = await checkPrograms(wanted, packages, options);
  for (const timeZone of ZONES.filter((zone) => zone !== (options.timeZone ?? "UTC"))) {
    const passing = planned.filter(({ task, isMarked }) => isMarked && !failed.has(task.program));
    const elsewhere = { jobs: options.jobs, signal: options.signal, timeZone };
    const there = await checkPrograms(
      passing.map(({ task }) => task),
      packages,
      elsewhere,
    );
    failed = new Map([...failed, ...there.failed]);
  }
  const hasFailed = (task: ProgramTask) => failed.has(task.program);
  const outcomes = planned.map(({ task, applying, isMarked }): SampleOutcome => {
    if (isMarked && !hasFailed(task)) return "needless";
    if (applying === undefined) return "skipped";
    return hasFailed(applying) ? "fails" : "passes";
  });
  const failing = planned.flatMap(({ applying }, index) => (outcomes[index] === "fails" ? (applying ?? []) : []));
  const failedHere = await failuresWithSite(failing, site, options);
  const problems = failing.map(({ program }) => {
    const fault = failed.get(program) as ProgramFailure;
    const label = `${name} ${version}`;
    if (failedHere.has(program) || siteVersion === undefined) {
      const message = `sample fails with ${label} as with the site's packages: ${fault.message}`;
      return problemOf({ ...fault.place, code: "sample-failed", message, hint: "correct it: docgen check-samples" });
    }
    const isOlder = compareVersions(version, siteVersion) < 0;
    const mark = `${isOlder ? "since" : "until"}=${shortVersion(siteVersion)}`;
    const message = `sample passes with ${siteVersion}, but not with ${label}: ${fault.message}`;
    const hint = `if that is intended, write ${mark} after the language`;
    return problemOf({ ...placeOfPart(program, fault.place), code: "sample-version", message, hint });
  });
  const needless = planned.flatMap(({ task }, index) => {
    const marked = task.program.parts.find((part) => markAgainst(part, version) !== undefined);
    if (outcomes[index] !== "needless" || marked === undefined) return [];
    const message = `${markAgainst(marked, version)} is not needed: the sample passes with ${name} ${version}`;
    const hint = "remove it, or let the output show what differs";
    return [problemOf({ ...marked.fence, severity: "warning", code: "sample-version", message, hint })];
  });
  return { outcomes, problems: [...problems, ...needless] };
}

/** Whether an output names a version: the sample is about that one. */
function names({ parts }: Program, version: string): boolean {
  const pattern = new RegExp(`(?<![\\d.])${escapePattern(version)}(?![\\d.]*\\d)`);
  return parts.some(({ output }) => output !== undefined && pattern.test(output.code));
}

/** The programs that fail with the site's packages, too. */
async function failuresWithSite(
  tasks: readonly ProgramTask[],
  packages: Packages,
  options: LibraryCheckOptions,
): Promise<ReadonlyMap<Program, ProgramFailure>> {
  const { jobs, signal, timeZone } = options;
  // What has passed has done so in UTC.
  const passed = new Set(
    timeZone === undefined ? Object.values(readPassed(options.root)).flatMap(({ keys }) => keys) : [],
  );
  const unknown = tasks.map(withKey(packages, options.root)).filter(({ key }) => !passed.has(key));
  return (await checkPrograms(unknown, packages, { jobs, signal, timeZone })).failed;
}

/** The fence that a mark belongs to, for a fault in it or in its output. */
function placeOfPart({ parts }: Program, place: Position): Position {
  const part = parts.findLast(({ fence }) => fence.path === place.path && fence.line <= place.line) ?? parts[0];
  return part.fence;
}
