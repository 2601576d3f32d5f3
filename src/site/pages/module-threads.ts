import { join } from "node:path";
import { TEMPLATES } from "../../shared/constants.ts";
import { contains, slashedPath } from "../../shared/disk-path.ts";
import { type Problem, problemOf } from "../../shared/problem.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import { type CodeThread, createCodeThread } from "../../shared/user-code/code-thread.ts";
import { type CodeFault, describeFault, originOf, ownerIn, sourcesOf } from "../../shared/user-code/fault.ts";
import type { PageAnswer, PageExports, PageTask, RenderTask } from "./page-worker.ts";

const WORKER = join(TOOL_ROOT, "dist/site/pages/page-worker.js");
/** docgen's own sources. */
const THEME_CODE = join(TOOL_ROOT, "src");

/**
 * A module with a React page, or the theme with a site's components, that runs in a thread. A timeout is not retried.
 */
export interface PageModule {
  /** @returns its exported properties, or its problems */
  readonly load: () => Promise<PageExports | PageFault>;
  /** @returns its HTML, or its problems */
  readonly render: (input: RenderTask) => Promise<RenderedApp | PageFault>;
}

/** Rendered HTML of a whole page, with navbar and footer. */
export interface RenderedApp {
  readonly app: string;
}

export interface PageFault {
  readonly fault: Problem;
}

/**
 * Runs React pages and the theme with a site's components, always with their current code, in a thread that is started
 * on demand.
 */
export interface ModuleThreads {
  readonly moduleOf: (path: string, code: string) => PageModule;
  /** Renders a page of Markdown with the site's own components. */
  readonly appOf: (input: RenderTask) => Promise<RenderedApp | PageFault>;
  /** Resolves after background work of pages has had time to fail. */
  readonly end: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * @param root absolute path of the site's root
 * @param onFault called for faults of pages in the background
 */
export function createModuleThreads(root: string, onFault: (fault: Problem) => void): ModuleThreads {
  let thread: CodeThread<PageTask, PageAnswer> | undefined;
  /** Modules that run in the thread, by path. */
  let running = new Map<string, { readonly code: string; readonly module: PageModule }>();
  /** Bundled code of pages and of the theme, with source maps, by path. */
  const codes = new Map<string, string>();

  const explain = (fault: CodeFault, doing?: string) => {
    // The fault may be in the site's own components.
    const owner = ownerIn(fault.stack) ?? fault.owner;
    return problem(root, { ...fault, owner }, doing, codes.get(owner) ?? "");
  };
  const moduleOf = (path: string, code: string): PageModule => {
    const known = running.get(path);
    if (known?.code === code) return known.module;
    if (known !== undefined) {
      // Ends the thread with the old code, to free its memory.
      void thread?.end();
      thread = undefined;
      running = new Map();
    }
    thread ??= createCodeThread(WORKER, (fault) => onFault(explain(fault)));
    const { ask } = thread;
    let lost: PageFault | undefined;
    const run = async (doing: string, render?: RenderTask): Promise<PageAnswer | PageFault> => {
      if (render !== undefined) codes.set(TEMPLATES, render.theme);
      if (lost !== undefined) return lost;
      const outcome = await ask(path, { root, path, code: path === TEMPLATES ? undefined : code, render });
      if ("value" in outcome) return outcome.value;
      const fault = { fault: explain(outcome.fault, doing) };
      if (outcome.fault.kind !== "throws") lost = fault;
      return fault;
    };
    codes.set(path, code);
    const module = createModule(path, run);
    running.set(path, { code, module });
    return module;
  };
  return {
    moduleOf,
    appOf: (input) => moduleOf(TEMPLATES, input.theme).render(input),
    end: async () => thread?.end(),
    close: async () => thread?.close(),
  };
}

function createModule(
  path: string,
  run: (doing: string, render?: RenderTask) => Promise<PageAnswer | PageFault>,
): PageModule {
  let loading: Promise<PageExports | PageFault> | undefined;
  const wrong = (answer: PageAnswer | PageFault): PageFault => {
    if ("fault" in answer) return answer;
    const said = "message" in answer ? answer : { message: "did not answer" };
    return { fault: problemOf({ path, code: "page", ...said }) };
  };
  return {
    load: async () => {
      loading ??= run("loaded on the server").then((answer) => ("exports" in answer ? answer.exports : wrong(answer)));
      const loaded = await loading;
      // The result of its `load` may differ next time.
      if ("reads" in loaded) loading = undefined;
      return loaded;
    },
    render: async (input) => {
      const answer = await run("rendered", input);
      return "app" in answer ? answer : wrong(answer);
    },
  };
}

/** A problem at the line that caused the fault, in the page or in a file that it imports. */
function problem(root: string, fault: CodeFault, doing: string | undefined, code: string): Problem {
  const { owner, stack } = fault;
  // The theme with a site's components is bundled from many files, including docgen's own.
  const isTheme = owner === TEMPLATES;
  const folder = isTheme ? TOOL_ROOT : root;
  const isOwn = (source: string) => !isTheme || !contains(THEME_CODE, join(folder, source));
  const origin = originOf(stack, owner, code, isOwn);
  const [text, hint] = describeFault(fault, doing, "a page");
  if (isTheme && origin === undefined) {
    const sources = sourcesOf(code).filter(isOwn);
    const templates = sources
      .map((source) => slashedPath(root, join(folder, source)))
      .filter(isTemplate)
      .sort();
    const [path = owner, ...others] = templates;
    if (others.length === 0) return problemOf({ path, code: "page", message: text, hint });
    return problemOf({ path: owner, code: "page", message: `${text} (in ${templates.join(" or ")})`, hint });
  }
  const source = origin === undefined ? owner : slashedPath(root, join(folder, origin.source));
  const path = isTheme && !source.startsWith("..") ? source : owner;
  const elsewhere = origin === undefined || source === path ? "" : ` (${source}:${origin.line}:${origin.column})`;
  const { line, column } = origin !== undefined && source === path ? origin : { line: 1, column: 1 };
  return problemOf({ path, line, column, code: "page", message: `${text}${elsewhere}`, hint });
}

function isTemplate(path: string): boolean {
  return path.startsWith(`${TEMPLATES}/`);
}
