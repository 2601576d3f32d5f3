import { join } from "node:path";
import type { SiteView } from "../../config/extensions.ts";
import type { CodeBlock } from "../../highlight/code-language.ts";
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
/** Number of pages that time out before the rest is skipped: most likely they all wait for the same thing. */
const MAX_SLOW = 3;

export interface Faulty {
  readonly fault: Problem;
  /** Whether the fault has the line of the site's code that caused it. */
  readonly isPlaced: boolean;
  readonly isSlow?: boolean;
  /** Whether the fault is that of another page, because this one was skipped. */
  readonly isUntried?: boolean;
}

/** Runs a site's plugins, components, checks and outputs in a thread that can be terminated. */
export interface ExtensionThread {
  readonly compile: (
    text: PageText,
    compiler: SiteCompiler,
    highlight: (blocks: readonly (CodeBlock & Place)[]) => Promise<HighlightedCode>,
  ) => Promise<{ readonly document: CompiledDocument } | Faulty>;
  /** Text of a page's leading heading. Its plugins' faults are told when the page is compiled. */
  readonly heading: (text: PageText, compiler: SiteCompiler) => Promise<string | undefined>;
  /** @param index among the configuration's checks */
  readonly check: RunExtension<"check">;
  /** @param index among the configuration's outputs */
  readonly output: RunExtension<"output">;
  /** Resolves after background work of the site's code has had time to fail. */
  readonly end: () => Promise<void>;
  readonly close: () => Promise<void>;
}

type RunExtension<Kind extends "check" | "output"> = (
  name: string,
  index: number,
  config: SiteModule,
  site: SiteView,
) => Promise<Answer<Kind> | Faulty>;

/**
 * @param root absolute path of the site's root
 * @param onFault called for faults of its code in the background
 */
export function createExtensionThread(root: string, onFault: (fault: Problem) => void): ExtensionThread {
  const known = new Map<string, SiteModule>();
  const open = () =>
    createCodeThread<ExtensionTask, ExtensionAnswer>(WORKER, (fault) =>
      onFault(faultOf(root, fault, "an extension", known).fault),
    );
  let thread = open();
  /** @param owner file to report a fault for whose own position is unknown */
  const ask = async <Kind extends ExtensionAnswer["kind"]>(
    what: string,
    modules: readonly SiteModule[],
    task: Extract<ExtensionTask, { kind: Kind }>,
    owner: string,
  ): Promise<Answer<Kind> | Faulty> => {
    if (modules.some(({ name, code }) => known.has(name) && known.get(name)?.code !== code)) {
      // Ends the thread with the code from before an edit, to free its memory.
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
  /** Faults of pages that timed out or were skipped, by path; cleared when a page is compiled. */
  const slow = new Map<string, Faulty>();
  let turn: Promise<unknown> = Promise.resolve();
  /** Parses a page after those before it, or skips it if they timed out. */
  const parse = (path: string, run: () => Promise<Answer<"parse"> | Faulty>): Promise<Answer<"parse"> | Faulty> => {
    const parsed = turn.then(async () => {
      // The page is compiled again, after an edit.
      if (slow.has(path)) slow.clear();
      const last = [...slow.values()].at(-1);
      if (last === undefined || slow.size < MAX_SLOW) return noted(path, await run());
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
  const compile: ExtensionThread["compile"] = async (text, compiler, highlight) => {
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
    // The thread was terminated in the meantime, for another page or an edit: compile here.
    return finished.document === undefined ? compile(text, compiler, highlight) : { document: finished.document };
  };
  const heading: ExtensionThread["heading"] = async (text, compiler) => {
    if (slow.size >= MAX_SLOW) return undefined;
    const modules = [compiler.config, ...compiler.components];
    const task = { kind: "heading", compiler, text } as const;
    const answer = noted(text.path, await ask<"heading">(`a plugin in ${text.path}`, modules, task, text.path));
    return "fault" in answer ? undefined : answer.heading;
  };
  return {
    compile,
    heading,
    check: (name, index, config, site) =>
      ask<"check">(`check "${name}"`, [config], { kind: "check", config, index, site }, config.name),
    output: (name, index, config, site) =>
      ask<"output">(`output "${name}"`, [config], { kind: "output", config, index, site }, config.name),
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
