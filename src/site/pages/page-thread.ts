import { join } from "node:path";
import { slashedPath } from "../../shared/disk-path.ts";
import type { Problem } from "../../shared/problem.ts";
import { createCodeThread } from "../../shared/user-code/code-thread.ts";
import { type CodeFault, originOf } from "../../shared/user-code/fault.ts";
import type { PageData, SiteData } from "../../theme/types.ts";
import { TOOL_ROOT } from "../outputs/tool.ts";
import type { PageAnswer, PageExports, PageTask } from "./page-worker.ts";

/** The thread's script, with the theme as docgen was compiled with it. */
export const PAGE_WORKER: string = join(TOOL_ROOT, "dist/site/pages/page-worker.js");

/** A page written in React, run in a thread of its own. A page that did not end is not tried again. */
export interface PageModule {
  /** @returns what it says of itself, or what is wrong with it */
  readonly load: () => Promise<PageExports | PageFault>;
  /** @returns the HTML of the page between the navbar and the footer, and these, or what is wrong with it */
  readonly render: (site: SiteData, page: PageData) => Promise<{ readonly app: string } | PageFault>;
}

export interface PageFault {
  readonly fault: Problem;
}

/** Runs pages written in React: one thread for all, made when it is needed. */
export interface PageThread {
  /** @param code the page's bundle, with its source map */
  readonly module: (path: string, code: string) => PageModule;
  /** Ends when what pages do in the background has had its time to fail. */
  readonly end: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * @param root absolute path of the site's root
 * @param onFault told of what pages do wrong in the background
 * @param worker the thread's script
 */
export function createPageThread(
  root: string,
  onFault: (fault: Problem) => void,
  worker: string = PAGE_WORKER,
): PageThread {
  const codes = new Map<string, string>();
  const problemOf = (fault: CodeFault, doing: string) => problem(root, fault, doing, codes.get(fault.owner) ?? "");
  const thread = createCodeThread<PageTask, PageAnswer>(worker, (fault) => onFault(problemOf(fault, "")));
  const module = (path: string, code: string): PageModule => {
    codes.set(path, code);
    let lost: PageFault | undefined;
    const ask = async (doing: string, render?: PageTask["render"]): Promise<PageAnswer | PageFault> => {
      if (lost !== undefined) return lost;
      const outcome = await thread.ask(path, { path, code, render });
      if ("value" in outcome) return outcome.value;
      const fault = { fault: problemOf(outcome.fault, doing) };
      if (outcome.fault.kind !== "throws") lost = fault;
      return fault;
    };
    const wrong = (answer: PageAnswer | PageFault): PageFault => {
      if ("fault" in answer) return answer;
      const said = "message" in answer ? answer : { message: "gave no answer" };
      return { fault: { path, line: 1, column: 1, severity: "error", code: "page", ...said } };
    };
    let loading: Promise<PageExports | PageFault> | undefined;
    return {
      load: () => {
        loading ??= ask("loaded on the server").then((answer) =>
          "exports" in answer ? answer.exports : wrong(answer),
        );
        return loading;
      },
      render: async (site, page) => {
        const answer = await ask("rendered", { site, page });
        return "app" in answer ? answer : wrong(answer);
      },
    };
  };
  return { module, end: thread.end, close: thread.close };
}

/** A fault at the line of the page that it comes from; where that is another file's, it is named. */
function problem(root: string, fault: CodeFault, doing: string, code: string): Problem {
  const { kind, owner: path, message, stack } = fault;
  const origin = originOf(stack, path, code);
  const source = origin === undefined ? path : slashedPath(root, join(TOOL_ROOT, origin.source));
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
