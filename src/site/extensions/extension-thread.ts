import { join } from "node:path";
import type { SiteView } from "../../config/extensions.ts";
import type { CodeBlock } from "../../highlight/highlighter.ts";
import type { HighlightedCode, PageText } from "../../markdown/compile.ts";
import type { CompiledDocument } from "../../markdown/document.ts";
import { slashedPath } from "../../shared/disk-path.ts";
import { type Place, type Problem, problemOf } from "../../shared/problem.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import { createCodeThread } from "../../shared/user-code/code-thread.ts";
import { type CodeFault, describeFault, originOf, ownerIn } from "../../shared/user-code/fault.ts";
import type { ExtensionAnswer, ExtensionTask, SiteCompiler, SiteModule } from "./extension-worker.ts";

const WORKER = join(TOOL_ROOT, "dist/site/extensions/extension-worker.js");

type Answer<Kind extends ExtensionAnswer["kind"]> = Extract<ExtensionAnswer, { kind: Kind }>;
/** Pages in a row that took too long, after which the others are not tried: most likely they wait for the same. */
const MOST_SLOW = 3;

export interface Faulty {
  readonly fault: Problem;
  /** Whether the fault stands at the line of the site's code that caused it. */
  readonly isPlaced: boolean;
  readonly isSlow?: boolean;
  /** Whether it is the fault of another page, as this one was not tried. */
  readonly isUntried?: boolean;
}

export type ExtensionThread = ReturnType<typeof createExtensionThread>;

/**
 * Runs a site's plugins, components, checks and outputs in a thread that can be terminated.
 *
 * @param root absolute path of the site's root
 * @param onFault called for faults of its code in the background
 */
export function createExtensionThread(root: string, onFault: (fault: Problem) => void) {
  const known = new Map<string, SiteModule>();
  const open = () =>
    createCodeThread<ExtensionTask, ExtensionAnswer>(WORKER, (fault) =>
      onFault(faultOf(root, fault, "an extension", known).fault),
    );
  let thread = open();
  /** @param owner file that a fault is told of whose own place is not known */
  const ask = async <Kind extends ExtensionAnswer["kind"]>(
    what: string,
    modules: readonly SiteModule[],
    task: Extract<ExtensionTask, { kind: Kind }>,
    owner: string,
  ): Promise<Answer<Kind> | Faulty> => {
    if (modules.some(({ name, code }) => known.has(name) && known.get(name)?.code !== code)) {
      // The thread with the code from before an edit ends and frees its memory.
      void thread.end();
      thread = open();
    }
    for (const module of modules) known.set(module.name, module);
    const outcome = await thread.ask(owner, task);
    if ("fault" in outcome) {
      return { ...faultOf(root, outcome.fault, what, known), isSlow: outcome.fault.kind === "time" };
    }
    const { value } = outcome;
    if (value.kind === "unloadable") {
      return faultOf(root, { ...value, kind: "throws" }, "a plugin or component", known, "loaded");
    }
    if (value.kind === "faulty") return { fault: problemOf({ ...value, code: "extension" }), isPlaced: true };
    return value as Answer<Kind>;
  };
  /** Faults of pages that took too long, and of those that were not tried, since one was compiled. */
  const slow = new Map<string, Faulty>();
  let turn: Promise<unknown> = Promise.resolve();
  /** Parses a page when those before it are parsed, unless they took too long. */
  const parse = (path: string, run: () => Promise<Answer<"parse"> | Faulty>): Promise<Answer<"parse"> | Faulty> => {
    const parsed = turn.then(async () => {
      // It is asked for anew, after an edit.
      if (slow.has(path)) slow.clear();
      const last = [...slow.values()].at(-1);
      if (last === undefined || slow.size < MOST_SLOW) return noted(path, await run());
      slow.set(path, last);
      return { ...last, isUntried: true };
    });
    turn = parsed.catch(() => undefined);
    return parsed;
  };
  const noted = <Value extends object>(path: string, answer: Value | Faulty): Value | Faulty => {
    if ("isSlow" in answer && answer.isSlow === true && answer.isUntried !== true) slow.set(path, answer);
    return answer;
  };
  const compile = async (
    text: PageText,
    compiler: SiteCompiler,
    highlight: (blocks: readonly (CodeBlock & Place)[]) => Promise<HighlightedCode>,
  ): Promise<{ readonly document: CompiledDocument } | Faulty> => {
    const modules = [compiler.config, ...compiler.components];
    const what = `a plugin or component in ${text.path}`;
    const parsed = await parse(text.path, () =>
      ask<"parse">(what, modules, { kind: "parse", compiler, text }, text.path),
    );
    if ("fault" in parsed) return parsed;
    const code = await highlight(parsed.blocks);
    const task = { kind: "finish", parsed: parsed.parsed, code } as const;
    const finished = noted(text.path, await ask<"finish">(what, modules, task, text.path));
    if ("fault" in finished) return finished;
    if (finished.document !== undefined) slow.clear();
    // The thread was terminated in between, for another page or an edit.
    return finished.document === undefined ? compile(text, compiler, highlight) : { document: finished.document };
  };
  return {
    compile,
    /** @param index among the configuration's checks */
    check: (name: string, index: number, config: SiteModule, site: SiteView) =>
      ask<"check">(`check "${name}"`, [config], { kind: "check", config, index, site }, config.name),
    /** @param index among the configuration's outputs */
    output: (name: string, index: number, config: SiteModule, site: SiteView) =>
      ask<"output">(`output "${name}"`, [config], { kind: "output", config, index, site }, config.name),
    /** Resolves when background work of the site's code has had time to fail. */
    end: () => thread.end(),
    close: () => thread.close(),
  };
}

/** A problem at the line of the site's code that caused the fault. @param doing see `describeFault` */
function faultOf(
  root: string,
  fault: CodeFault,
  what: string,
  known: ReadonlyMap<string, SiteModule>,
  doing?: string,
): Faulty {
  const name = ownerIn(fault.stack) ?? fault.owner;
  const origin = originOf(fault.stack, name, known.get(name)?.code ?? "");
  const place =
    origin === undefined
      ? { path: name }
      : { path: slashedPath(root, join(root, origin.source)), line: origin.line, column: origin.column };
  const [text, hint] = describeFault(fault, doing, "it");
  const problem = problemOf({ ...place, code: "extension", message: `${what} ${text}`, hint });
  return { fault: problem, isPlaced: origin !== undefined };
}
