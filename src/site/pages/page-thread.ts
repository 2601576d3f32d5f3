import { join } from "node:path";
import { TEMPLATES } from "../../shared/constants.ts";
import { slashedPath } from "../../shared/disk-path.ts";
import type { Problem } from "../../shared/problem.ts";
import { createCodeThread } from "../../shared/user-code/code-thread.ts";
import { type CodeFault, originOf, ownerIn } from "../../shared/user-code/fault.ts";
import { TOOL_ROOT } from "../outputs/tool.ts";
import type { PageAnswer, PageExports, PageTask, RenderTask } from "./page-worker.ts";

/** The thread's script, with docgen's compiled theme. */
export const PAGE_WORKER: string = join(TOOL_ROOT, "dist/site/pages/page-worker.js");

/** A React page, run in a thread. A page that did not end in time is not tried again. */
export interface PageModule {
  /** @returns its exported properties, or its problems */
  readonly load: () => Promise<PageExports | PageFault>;
  /** @returns its HTML, or its problems */
  readonly render: (what: RenderTask) => Promise<App | PageFault>;
}

/** HTML of a whole page, navbar and footer included. */
export interface App {
  readonly app: string;
}

export interface PageFault {
  readonly fault: Problem;
}

/** Runs React pages in one thread, started on demand. */
export interface PageThread {
  /** @param code the page's bundle, with its source map */
  readonly module: (path: string, code: string) => PageModule;
  /** Renders a page of Markdown with the site's own components. */
  readonly app: (what: RenderTask) => Promise<App | PageFault>;
  /** Resolves when background work of pages has had time to fail. */
  readonly end: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * @param root absolute path of the site's root
 * @param onFault called for faults of pages in the background
 * @param worker the thread's script
 */
export function createPageThread(
  root: string,
  onFault: (fault: Problem) => void,
  worker: string = PAGE_WORKER,
): PageThread {
  const codes = new Map<string, string>();
  const problemOf = (fault: CodeFault, doing: string) => {
    // The fault may be in the site's own components.
    const owner = ownerIn(fault.stack) ?? fault.owner;
    return problem(root, { ...fault, owner }, doing, codes.get(owner) ?? "");
  };
  const thread = createCodeThread<PageTask, PageAnswer>(worker, (fault) => onFault(problemOf(fault, "")));
  const asker = (path: string, code: string | undefined) => {
    let lost: PageFault | undefined;
    return async (doing: string, render?: RenderTask): Promise<PageAnswer | PageFault> => {
      if (render !== undefined) codes.set(TEMPLATES, render.theme);
      if (lost !== undefined) return lost;
      const outcome = await thread.ask(path, { root, path, code, render });
      if ("value" in outcome) return outcome.value;
      const fault = { fault: problemOf(outcome.fault, doing) };
      if (outcome.fault.kind !== "throws") lost = fault;
      return fault;
    };
  };
  const wrong = (path: string, answer: PageAnswer | PageFault): PageFault => {
    if ("fault" in answer) return answer;
    const said = "message" in answer ? answer : { message: "gave no answer" };
    return { fault: { path, line: 1, column: 1, severity: "error", code: "page", ...said } };
  };
  const module = (path: string, code: string): PageModule => {
    codes.set(path, code);
    const ask = asker(path, code);
    let loading: Promise<PageExports | PageFault> | undefined;
    return {
      load: async () => {
        loading ??= ask("loaded on the server").then((answer) =>
          "exports" in answer ? answer.exports : wrong(path, answer),
        );
        const loaded = await loading;
        // The result of its `load` may differ next time.
        if ("reads" in loaded) loading = undefined;
        return loaded;
      },
      render: async (what) => {
        const answer = await ask("rendered", what);
        return "app" in answer ? answer : wrong(path, answer);
      },
    };
  };
  /** Themes that did not end in time, which are not tried again. */
  const themes = new Map<string, ReturnType<typeof asker>>();
  const app: PageThread["app"] = async (what) => {
    const ask = themes.get(what.theme) ?? asker(TEMPLATES, undefined);
    themes.set(what.theme, ask);
    const answer = await ask("rendered", what);
    return "app" in answer ? answer : wrong(TEMPLATES, answer);
  };
  return { module, app, end: thread.end, close: thread.close };
}

/** A problem at the line that caused the fault, in the page or in a file that it imports. */
function problem(root: string, fault: CodeFault, doing: string, code: string): Problem {
  const { kind, owner, message, stack } = fault;
  const origin = originOf(stack, owner, code);
  // The theme with a site's components is one module of many files, docgen's own among them.
  const folder = owner === TEMPLATES ? TOOL_ROOT : root;
  const source = origin === undefined ? owner : slashedPath(root, join(folder, origin.source));
  const path = owner === TEMPLATES && !source.startsWith("..") ? source : owner;
  const isOwn = origin !== undefined && source === path;
  const elsewhere = isOwn || origin === undefined ? "" : ` (${source}:${origin.line}:${origin.column})`;
  const { line, column } = isOwn ? origin : { line: 1, column: 1 };
  const isBackground = doing === "";
  const [text, hint] = {
    throws: [`throws while it is ${doing}: ${message}`],
    background: [`throws in the background: ${message}`, "await what it begins, or catch what that throws"],
    exit: [`ends its process${isBackground ? "" : ` while it is ${doing}`}`, "throw an error instead"],
    time: [
      isBackground ? `does not end within ${message}` : `is not ${doing} within ${message}`,
      "look for a loop or a wait without an end; DOCGEN_TIME_LIMIT sets how many seconds a page may take",
    ],
    memory: [`takes more than ${message} of memory${isBackground ? "" : ` while it is ${doing}`}`],
  }[kind];
  const place = { path, line, column, severity: "error", code: "page", message: `${text}${elsewhere}` } as const;
  return hint === undefined ? place : { ...place, hint };
}
