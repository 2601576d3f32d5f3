import { join } from "node:path";
import type { CodeBlock } from "../../highlight/highlighter.ts";
import type { HighlightedCode } from "../../markdown/compile.ts";
import type { CompiledDocument } from "../../markdown/document.ts";
import type { PageText } from "../../markdown/include.ts";
import { TEMPLATES } from "../../shared/constants.ts";
import { contains, slashedPath } from "../../shared/disk-path.ts";
import { type Position, type Problem, problemOf } from "../../shared/problem.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import { type CodeThread, createCodeThread } from "../../shared/user-code/code-thread.ts";
import {
  type Activity,
  type CodeFault,
  describeFault,
  originOf,
  ownerIn,
  sourcesOf,
} from "../../shared/user-code/fault.ts";
import type { JobCall, JobInput, JobResult, SiteCompiler, SiteJobs, SiteModule } from "./site-jobs.ts";

const WORKER = join(TOOL_ROOT, "dist/site/extensions/extension-worker.js");

/** A fault of the site's code. */
export interface Faulty {
  readonly fault: Problem;
  /** Whether the fault has the line of the site's code that caused it. */
  readonly isPlaced: boolean;
  readonly isSlow?: boolean;
}

/** What a job runs, and how messages name it. */
interface JobSubject extends Activity {
  /** File to report a fault for whose own position is unknown. */
  readonly owner: string;
  readonly modules: readonly SiteModule[];
}

/** Runs jobs with a site's code, always the current one, in a thread that can be terminated. */
export interface ExtensionThread {
  /** Runs a job after those before it. */
  readonly run: <Job extends keyof SiteJobs>(
    job: Job,
    input: JobInput<Job>,
    subject: JobSubject,
  ) => Promise<{ readonly value: JobResult<Job> } | Faulty>;
  /** The problem of a fault that a job returned. */
  readonly explain: (fault: CodeFault, activity: Activity) => Faulty;
  /** Resolves after background work of the site's code has had time to fail. */
  readonly end: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface LoadedModule {
  readonly code: string;
  readonly thread: CodeThread<JobCall, unknown>;
  /** The fault with which it ended the thread, if it is a page: that is not run again. */
  endedWith?: Faulty;
}

/** @param report called for faults of its code in the background */
export function createExtensionThread(root: string, kind: CodeKind, report: (fault: Problem) => void): ExtensionThread {
  const loaded = new Map<string, LoadedModule>();
  const faulty = (fault: CodeFault, activity: Activity): Faulty => ({
    ...codeProblem(root, kind, fault, activity, (name) => loaded.get(name)?.code ?? ""),
    isSlow: fault.kind === "time",
  });
  const background = { what: kind === "page" ? undefined : "an extension" };
  const open = () => createCodeThread<JobCall, unknown>(WORKER, (fault) => report(faulty(fault, background).fault));
  let thread = open();

  const run: ExtensionThread["run"] = async (job, input, subject) => {
    const knownOf = (name: string) => (loaded.get(name)?.thread === thread ? loaded.get(name) : undefined);
    if (subject.modules.some(({ name, code }) => (knownOf(name)?.code ?? code) !== code)) {
      // Ends the thread with the code from before an edit, to free its memory.
      void thread.end();
      thread = open();
    }
    for (const { name, code } of subject.modules) loaded.set(name, knownOf(name) ?? { code, thread });
    const owner = loaded.get(subject.owner);
    if (owner?.endedWith !== undefined) return owner.endedWith;
    const outcome = await thread.ask(subject.owner, { job, input });
    if ("value" in outcome) return { value: outcome.value as JobResult<typeof job> };
    const result = faulty(outcome.fault, subject);
    const isEnded = outcome.fault.kind !== "throws" && outcome.fault.kind !== "unusable";
    if (isEnded && kind === "page" && owner !== undefined) owner.endedWith = result;
    return result;
  };
  return { run, explain: faulty, end: () => thread.end(), close: () => thread.close() };
}

/** docgen's own sources. */
const THEME_CODE = join(TOOL_ROOT, "src");

/** The site's code by what it is for: React pages with the theme, or what the configuration and Markdown name. */
type CodeKind = "page" | "extension";

/**
 * The problem for a fault of a site's code, at the line that caused it. That of a React page stays at the page: its
 * message tells the line in another file.
 *
 * @param codeOf returns the bundle of a module
 * @returns the problem, and whether the line is known
 */
function codeProblem(
  root: string,
  kind: CodeKind,
  fault: CodeFault,
  activity: Activity,
  codeOf: (name: string) => string,
): { readonly fault: Problem; readonly isPlaced: boolean } {
  const { what, page, doing } = fault.during ?? activity;
  // The fault of a page may be in the theme that it is rendered with.
  const owner = ownerIn(fault.stack) ?? fault.owner;
  const code = codeOf(owner);
  // The theme is bundled from many files, including docgen's own.
  const isTheme = owner === TEMPLATES;
  const folder = isTheme ? TOOL_ROOT : root;
  const pathOf = (source: string) => slashedPath(root, join(folder, source));
  const isOwn = (source: string) => !isTheme || !contains(THEME_CODE, join(folder, source));
  const { source, line, column } = originOf(fault.stack, owner, code, isOwn) ?? {};
  const isPlaced = source !== undefined;
  const origin = pathOf(source ?? "");
  const isHere = isPlaced && (kind === "extension" || (isTheme ? !origin.startsWith("..") : origin === owner));
  const [text, hint] = describeFault(fault, doing, kind === "page" ? "a page" : "it");
  const subject = page === undefined ? what : `${what} in ${page}`;
  let message = fault.kind === "unusable" || what === undefined ? text : `${subject} ${text}`;
  let path = isHere ? origin : owner;
  if (isPlaced && !isHere) message += ` (${origin}:${line}:${column})`;
  if (isTheme && !isPlaced) {
    const isTemplate = (name: string) => name.startsWith(`${TEMPLATES}/`);
    const templates = sourcesOf(code).map(pathOf).filter(isTemplate);
    if (templates.length === 1) [path = owner] = templates;
    else if (templates.length > 1) message += ` (in ${templates.sort().join(" or ")})`;
  }
  const problem = problemOf({ path, ...(isHere ? { line, column } : {}), code: kind, message, hint, page });
  return { fault: problem, isPlaced };
}

/** Number of pages that time out before the rest is skipped: most likely they all wait for the same thing. */
const MAX_SLOW = 3;

interface SkippedPage extends Faulty {
  /** Whether the fault is that of another page, because this one was skipped. */
  readonly isUntried?: boolean;
}

/** Compiles texts of pages with a site's plugins and components. @param thread in which these run */
export function createTextCompiler(thread: ExtensionThread) {
  /** Faults of pages that timed out or were skipped, by path; cleared when a page is compiled. */
  const slow = new Map<string, Faulty>();
  let turn: Promise<unknown> = Promise.resolve();
  const noted = <Value>(path: string, answer: Value | SkippedPage): Value | SkippedPage => {
    if (typeof answer === "object" && answer !== null && "isSlow" in answer && answer.isSlow) slow.set(path, answer);
    return answer;
  };
  /** Runs a job for a page after those for the pages before it, or skips it if they timed out. */
  const inTurn = <Value>(path: string, run: () => Promise<Value | Faulty>): Promise<Value | SkippedPage> => {
    const answer = turn.then(async () => {
      // The page is compiled again, after an edit.
      if (slow.has(path)) slow.clear();
      const last = [...slow.values()].at(-1);
      return noted(path, last === undefined || slow.size < MAX_SLOW ? await run() : { ...last, isUntried: true });
    });
    turn = answer.catch(() => undefined);
    return answer;
  };
  const compile = async (
    text: PageText,
    compiler: SiteCompiler,
    highlight: (blocks: readonly (CodeBlock & Position)[]) => Promise<HighlightedCode>,
  ): Promise<{ readonly value: CompiledDocument } | SkippedPage> => {
    const subject = subjectOf("a plugin or component", text, compiler);
    const parsed = await inTurn(text.path, () => thread.run("parse", { compiler, text }, subject));
    if ("fault" in parsed) return parsed;
    const code = await highlight(parsed.value.blocks);
    const finished = await thread.run("finish", { parsed: parsed.value.parsed, code }, subject);
    if ("fault" in finished) return noted(text.path, finished);
    const { value } = finished;
    // The thread was terminated in the meantime, for another page or an edit: compile here.
    if (value === undefined) return compile(text, compiler, highlight);
    slow.clear();
    return { value };
  };
  /** Text of a page's leading heading. Its plugins' faults are reported when the page is compiled. */
  const heading = async (text: PageText, compiler: SiteCompiler): Promise<string | undefined> => {
    if (slow.size >= MAX_SLOW) return undefined;
    const subject = subjectOf("a plugin", text, compiler);
    const answer = noted(text.path, await thread.run("heading", { compiler, text }, subject));
    return "fault" in answer ? undefined : answer.value;
  };
  return { compile, heading };
}

function subjectOf(what: string, { path }: PageText, { config, components }: SiteCompiler) {
  return { what, page: path, owner: path, modules: [config, ...components] };
}
