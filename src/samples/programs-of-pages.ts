import { keptNames } from "../markdown/kept-files.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import {
  type KeptName,
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
const DEFAULT_TIMEOUT_S = 10;
const MAX_TIMEOUT_S = 600;
/** Permissions for `allow=`. */
const PERMISSIONS = ["worker", "loopback"];

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
  const kept: KeptName[] = [];
  const programs: { kind: ProgramKind; session?: string | undefined; parts: Part[] }[] = [];
  for (const [index, fence] of fences.entries()) {
    const name = fence.options.get("file");
    if (name !== undefined) {
      const fault = fileNameFault(name, files);
      if (fault === undefined) files.push({ name, fence });
      else report(fence, fault.message, fault.hint);
      continue;
    }
    const next = fences[index + 1];
    const part: Part = { fence, output: next?.flags.has("output") === true ? next : undefined };
    if (isRendered(fence) && (part.output !== undefined || live.addOutputs)) {
      programs.push({ kind: "live", parts: [part] });
    }
    if (!fence.flags.has("run")) {
      if (fence.options.has("keep")) report(fence, '"keep" is for samples that run', "add run, or remove keep");
      continue;
    }
    const kind = KINDS[fence.language];
    if (kind === undefined) {
      report(fence, `"run" works with js, mjs and ts, not with "${fence.language}"`);
      continue;
    }
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
      const [timeoutMs, allow] = [timeoutOf(parts, report), permissionsOf(parts, report)];
      return { path, kind, parts, timeoutMs, allow, keeps, library };
    }),
    others: fences.filter((fence) => !fence.flags.has("run") || fence.options.has("file")),
    problems,
  };
}

/** Whether a live sample is rendered to record its output: effects run only in a browser. */
function isRendered({ flags, code }: Fence): boolean {
  return flags.has("live") && !flags.has("nocheck") && !/\buse(?:Layout|Insertion)?Effect\b/.test(code);
}

function libraryOf(parts: readonly Part[], { library }: LiveOptions): SampleLibrary | undefined {
  return parts.some(({ fence }) => library !== undefined && fence.code.includes(library.global)) ? library : undefined;
}

/** The files that a program keeps. @param kept those of the page so far; receives these */
function keptBy(parts: readonly Part[], kept: KeptName[], report: Report): readonly KeptName[] {
  const from = kept.length;
  for (const { fence } of parts) {
    for (const name of keptNames(fence)) {
      const first = kept.find((file) => file.name === name)?.fence;
      const fault = fileNameFault(name, []);
      if (fault !== undefined) report(fence, fault.message, fault.hint);
      else if (first === undefined) kept.push({ name, fence });
      else report(fence, `file "${name}" is already kept on line ${first.line}`, "keep it once, or rename one of them");
    }
  }
  return kept.slice(from);
}

function fileNameFault(name: string, files: readonly SampleFile[]): { message: string; hint: string } | undefined {
  const segments = name.split("/");
  if (/[\\:\0]/.test(name) || segments.some((part) => part === "" || part === "." || part === "..")) {
    return {
      message: `file "${name}" is not inside the sample's folder`,
      hint: "write a name such as data/people.json",
    };
  }
  if (Object.values(PROGRAM_FILES).includes(name)) {
    return { message: `file "${name}" has the name of the sample itself`, hint: "choose another name" };
  }
  const first = files.find((file) => file.name === name);
  if (first === undefined) return undefined;
  return {
    message: `file "${name}" is already defined on line ${first.fence.line}`,
    hint: "a page's samples share its files",
  };
}

/** Time limit in milliseconds: the maximum of all parts. */
function timeoutOf(parts: readonly Part[], report: Report): number {
  let seconds = 0;
  for (const { fence } of parts) {
    const written = fence.options.get("timeout");
    const value = written === undefined ? DEFAULT_TIMEOUT_S : Number(written);
    if (value > 0 && value <= MAX_TIMEOUT_S) seconds = Math.max(seconds, value);
    else
      report(
        fence,
        `timeout "${written}" is not a valid time`,
        `write seconds, at most ${MAX_TIMEOUT_S}, such as timeout=20`,
      );
  }
  return (seconds || DEFAULT_TIMEOUT_S) * 1000;
}

function permissionsOf(parts: readonly Part[], report: Report): string[] {
  const allowed = new Set<string>();
  for (const { fence } of parts) {
    for (const word of fence.options.get("allow")?.split(",") ?? []) {
      if (PERMISSIONS.includes(word)) allowed.add(word);
      else report(fence, `unknown permission "${word}"`, `allow= takes ${PERMISSIONS.join(" and ")}`);
    }
  }
  return [...allowed].sort();
}
