import { join } from "node:path";
import type { Problem } from "../../shared/problem.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import { type CodeThread, createCodeThread } from "../../shared/user-code/code-thread.ts";
import type { Activity, CodeFault } from "../../shared/user-code/fault.ts";
import { type CodeKind, codeProblem } from "./code-problem.ts";
import type { JobCall, JobInput, JobResult, SiteJobs, SiteModule } from "./site-jobs.ts";

const WORKER = join(TOOL_ROOT, "dist/site/extensions/extension-worker.js");

/** A fault of the site's code. */
export interface Faulty {
  readonly fault: Problem;
  /** Whether the fault has the line of the site's code that caused it. */
  readonly isPlaced: boolean;
  readonly isSlow?: boolean;
}

/** What a job runs, and how messages name it. */
export interface JobSubject extends Activity {
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

/**
 * @param root absolute path of the site's root
 * @param onFault called for faults of its code in the background
 */
export function createExtensionThread(
  root: string,
  kind: CodeKind,
  onFault: (fault: Problem) => void,
): ExtensionThread {
  const loaded = new Map<string, LoadedModule>();
  const faulty = (fault: CodeFault, activity: Activity): Faulty => ({
    ...codeProblem(root, kind, fault, activity, (name) => loaded.get(name)?.code ?? ""),
    isSlow: fault.kind === "time",
  });
  const background = { what: kind === "page" ? undefined : "an extension" };
  const open = () => createCodeThread<JobCall, unknown>(WORKER, (fault) => onFault(faulty(fault, background).fault));
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
