import { isInFolder, keptNames, outsideFault, secondsOf } from "../markdown/fence-meta.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import {
  type Part,
  PROGRAM_FILES,
  type Program,
  type ProgramKind,
  type SampleFile,
  type SampleLibrary,
} from "./assemble-program.ts";
import type { Fence } from "./fence.ts";

/** How the fences of a page are checked. */
export interface SamplePlan {
  readonly path: string;
  /** Files written next to each program of the page. */
  readonly files: readonly SampleFile[];
  readonly programs: readonly Program[];
  /** Fences that are only parsed, if their language is supported. */
  readonly others: readonly Fence[];
  readonly problems: readonly Problem[];
}

const KINDS: Readonly<Record<string, ProgramKind>> = { js: "cjs", mjs: "esm", ts: "ts" };

type Report = (fence: Fence, message: string, hint?: string) => void;

/** How live samples are checked. */
export interface LiveOptions {
  /** The library of the site's live samples. */
  readonly library: SampleLibrary | undefined;
  /** Whether to run those without an output fence, to add it. */
  readonly addOutputs: boolean;
}

/** Divides a page's fences into programs, files and others. */
export function planSamples(path: string, fences: readonly Fence[], live: LiveOptions): SamplePlan {
  const problems: Problem[] = [];
  const report: Report = (fence, message, hint) => {
    problems.push(problemOf({ ...fence, code: "fence", message, hint }));
  };
  const files: SampleFile[] = [];
  const kept: SampleFile[] = [];
  const programs: { kind: ProgramKind; session?: string | undefined; parts: [Part, ...Part[]] }[] = [];
  for (const [index, fence] of fences.entries()) {
    const name = fence.options.get("file");
    if (name !== undefined) {
      const first = files.find((file) => file.name === name)?.fence;
      if (!isUsableName(name, fence, report)) continue;
      if (first === undefined) files.push({ name, fence });
      else report(fence, `file "${name}" is already defined on line ${first.line}`, "a page's samples share its files");
      continue;
    }
    const [previous, next] = [fences[index - 1], fences[index + 1]];
    if (fence.flags.has("output") && !previous?.flags.has("run") && !previous?.flags.has("live"))
      report(fence, "output block follows no sample that runs", 'add "run" to the block before it, or remove "output"');
    const part: Part = { fence, output: next?.flags.has("output") === true ? next : undefined };
    if (isRendered(fence) && (part.output !== undefined || live.addOutputs)) {
      programs.push({ kind: "live", parts: [part] });
    }
    const kind = fence.flags.has("run") ? KINDS[fence.language] : undefined;
    if (kind === undefined) continue;
    const session = fence.options.get("session");
    const running = session === undefined ? undefined : programs.find((program) => program.session === session);
    if (running === undefined) programs.push({ kind, session, parts: [part] });
    else if (running.kind === kind) running.parts.push(part);
    else report(fence, `session "${session}" started in another language`, "use one language for the whole session");
  }
  return {
    path,
    files,
    programs: programs.map(({ kind, parts }) => {
      const library = kind === "live" ? libraryOf(parts, live) : undefined;
      const keeps = kind === "live" ? [] : keptBy(parts, kept, report);
      const timeoutMs = Math.max(...parts.map(({ fence }) => secondsOf(fence.options))) * 1000;
      const allow = parts.flatMap(({ fence }) => fence.options.get("allow")?.split(",") ?? []);
      return { path, kind, parts, timeoutMs, allow: [...new Set(allow)].sort(), keeps, library };
    }),
    others: fences.filter((fence) => !fence.flags.has("run") || fence.options.has("file")),
    problems,
  };
}

/** Whether a live sample is rendered to record its output: effects run only in a browser. */
function isRendered({ flags, code }: Fence): boolean {
  const isChecked = flags.has("live") && !flags.has("output") && !flags.has("nocheck");
  return isChecked && !/\buse(?:Layout|Insertion)?Effect\b/.test(code);
}

function libraryOf(parts: readonly Part[], { library }: LiveOptions): SampleLibrary | undefined {
  return parts.some(({ fence }) => library !== undefined && fence.code.includes(library.global)) ? library : undefined;
}

/** The files that a program keeps. @param kept those of the page so far; receives these */
function keptBy(parts: readonly Part[], kept: SampleFile[], report: Report): readonly SampleFile[] {
  const from = kept.length;
  for (const { fence } of parts) {
    for (const name of keptNames(fence)) {
      const first = kept.find((file) => file.name === name)?.fence;
      if (!isUsableName(name, fence, report)) continue;
      if (first === undefined) kept.push({ name, fence });
      else report(fence, `file "${name}" is already kept on line ${first.line}`, "keep it once, or rename one of them");
    }
  }
  return kept.slice(from);
}

/** Whether a file may be written beside a program; reports one that may not. */
function isUsableName(name: string, fence: Fence, report: Report): boolean {
  const isOwn = Object.values(PROGRAM_FILES).includes(name);
  const { message, hint } = outsideFault(name);
  if (!isInFolder(name)) report(fence, message, hint);
  else if (isOwn) report(fence, `file "${name}" has the name of the sample itself`, "choose another name");
  return isInFolder(name) && !isOwn;
}
