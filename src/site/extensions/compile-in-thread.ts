import type { CodeBlock } from "../../highlight/code-language.ts";
import type { HighlightedCode, PageText } from "../../markdown/compile.ts";
import type { CompiledDocument } from "../../markdown/document.ts";
import type { Position } from "../../shared/problem.ts";
import type { ExtensionThread, Faulty } from "./extension-thread.ts";
import type { SiteCompiler } from "./site-jobs.ts";

/** Number of pages that time out before the rest is skipped: most likely they all wait for the same thing. */
const MAX_SLOW = 3;

/** Compiles texts of pages with a site's plugins and components. */
export interface TextCompiler {
  readonly compile: (
    text: PageText,
    compiler: SiteCompiler,
    highlight: (blocks: readonly (CodeBlock & Position)[]) => Promise<HighlightedCode>,
  ) => Promise<{ readonly value: CompiledDocument } | SkippedPage>;
  /** Text of a page's leading heading. Its plugins' faults are reported when the page is compiled. */
  readonly heading: (text: PageText, compiler: SiteCompiler) => Promise<string | undefined>;
}

interface SkippedPage extends Faulty {
  /** Whether the fault is that of another page, because this one was skipped. */
  readonly isUntried?: boolean;
}

/** @param thread in which the plugins and components run */
export function createTextCompiler(thread: ExtensionThread): TextCompiler {
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
  const compile: TextCompiler["compile"] = async (text, compiler, highlight) => {
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
  const heading: TextCompiler["heading"] = async (text, compiler) => {
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
