import { SourceMap, type SourceMapPayload } from "node:module";
import { inspect } from "node:util";

/** A fault of a site's own code. */
export interface CodeFault {
  /**
   * `throws`: a task threw; `background`: code that no task awaits threw; `exit`: the code ended its process; `time`,
   * `memory`: the thread exceeded a limit and was terminated; `unusable`: its exports are wrong.
   */
  readonly kind: "throws" | "background" | "exit" | "time" | "memory" | "unusable";
  /** Name of the code; if unknown, the names of all candidates. */
  readonly owner: string;
  /** What was thrown, or the limit; empty for `exit`. */
  readonly message: string;
  readonly stack: string;
  /** What was being done with the code, if the task did more than its caller knows. */
  readonly during?: Activity;
  /** What to do about `unusable` code. */
  readonly hint?: string;
}

/** What is done with a site's code. */
export interface Activity {
  /** The subject in messages, such as `a plugin`; undefined: messages have none. */
  readonly what?: string | undefined;
  /** Path of the page that it is used for; undefined: it is not for a single page. */
  readonly page?: string;
  /** What the code is being used for, e.g. `rendered`; undefined: messages don't mention it. */
  readonly doing?: string | undefined;
}

/** The result of a task, or the fault that prevented it. */
export type Outcome<Value> = { readonly value: Value } | { readonly fault: CodeFault };

/** Thrown by docgen's own part of a task. */
export class CodeFailure extends Error {
  readonly fault: Omit<CodeFault, "owner"> & Partial<Pick<CodeFault, "owner">>;

  constructor(fault: CodeFailure["fault"]) {
    super(fault.message);
    this.fault = fault;
  }
}

/** The fault of a task that threw. */
export function faultOf(owner: string, thrown: unknown): CodeFault {
  return { kind: "throws", owner, ...(thrown instanceof CodeFailure ? thrown.fault : thrownText(thrown)) };
}

/** React's message for a component that suspends; its advice only applies in a browser. */
const SUSPENDED = /A component suspended while responding to synchronous input\..*?startTransition\./s;

/** The message, without its subject, and the hint for a fault. @param limited what the time limit applies to */
export function describeFault(
  { kind, message, hint }: CodeFault,
  doing: Activity["doing"],
  limited: string,
): readonly [text: string, hint?: string | undefined] {
  const during = doing === undefined ? "" : ` while it is ${doing}`;
  const waiting = message.replace(SUSPENDED, "pages can't render a component that is async or waits for a promise");
  const said: Readonly<Record<CodeFault["kind"], readonly [text: string, hint?: string | undefined]>> = {
    unusable: [message, hint],
    throws:
      waiting === message
        ? [`throws${during}: ${message}`]
        : [`throws${during}: ${waiting}`, "await outside the component, at the top level of its module"],
    background: [`throws in the background: ${message}`, "await the promises that it creates, or catch their errors"],
    exit: [`ends the process${during}`, "throw an error instead"],
    time: [
      doing === undefined ? `does not finish within ${message}` : `is not ${doing} within ${message}`,
      `look for an endless loop or wait; DOCGEN_TIME_LIMIT sets how many seconds ${limited} may take`,
    ],
    memory: [`uses more than ${message} of memory${during}`],
  };
  return said[kind];
}

/** A position in the sources of a bundle. */
export interface Origin {
  /** Path as in the bundle's source map. */
  readonly source: string;
  readonly line: number;
  readonly column: number;
}

const MAP = "//# sourceMappingURL=data:application/json;base64,";
const FRAME = /\bdocgen:([\w.!~*%-]+):(\d+):(\d+)/g;

/** Creates a `data:` URL of a bundled module; its stack frames carry the name. */
export function moduleUrl(owner: string, code: string): string {
  return `data:text/javascript;base64,${Buffer.from(`${code}\n//# sourceURL=docgen:${tokenOf(owner)}\n`).toString("base64")}`;
}

/** The owner of the first stack frame that belongs to a site's code. */
export function ownerIn(stack: string): string | undefined {
  const [frame] = stack.matchAll(FRAME);
  return frame?.[1] === undefined ? undefined : decodeURIComponent(frame[1]);
}

/**
 * The first position of a stack in the site's own sources.
 *
 * @param code the owner's bundle, with an inline source map
 * @param isOwn whether a source belongs to the site, rather than to a package
 * @returns undefined if no frame is in the site's sources
 */
export function originOf(
  stack: string,
  owner: string,
  code: string,
  isOwn: (source: string) => boolean = () => true,
): Origin | undefined {
  const frames = [...stack.matchAll(FRAME)].filter(([, token]) => token === tokenOf(owner));
  const payload = frames.length === 0 ? undefined : sourceMapOf(code);
  if (payload === undefined) return undefined;
  const map = new SourceMap(payload);
  for (const [, , line, column] of frames) {
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!("originalSource" in entry) || !isWritten(entry.originalSource) || !isOwn(entry.originalSource)) continue;
    return { source: entry.originalSource, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  }
  return undefined;
}

/** The sources in a bundle's source map, without those of packages. */
export function sourcesOf(code: string): readonly string[] {
  return sourceMapOf(code)?.sources.filter(isWritten) ?? [];
}

function sourceMapOf(code: string): SourceMapPayload | undefined {
  const at = code.lastIndexOf(MAP);
  if (at < 0) return undefined;
  return JSON.parse(Buffer.from(code.slice(at + MAP.length), "base64").toString("utf8")) as SourceMapPayload;
}

/** Whether a source was written for the site: not in a package, and not made by a plugin (with a namespace). */
function isWritten(source: string): boolean {
  return !/^[\w-]+:|node_modules/.test(source);
}

/** Encodes a name for V8's `sourceURL`. */
function tokenOf(owner: string): string {
  return encodeURIComponent(owner).replace(/['()]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
}

/** Message and stack of a thrown value, which may be anything. */
export function thrownText(thrown: unknown): { readonly message: string; readonly stack: string } {
  try {
    return { message: messageOf(thrown), stack: thrown instanceof Error ? String(thrown.stack) : "" };
  } catch {
    return { message: "a value that has no text", stack: "" };
  }
}

/** Maximum length of a thrown value that is not an error, in characters. */
const MAX_INSPECTED = 200;
/** Maximum depth of an error's chain of causes, and of causes listed per error; causes may be cyclic. */
const MAX_CAUSES = 3;

/** The message of a thrown value, with its causes: `fetch` only says that it failed. @param depth errors above */
function messageOf(thrown: unknown, depth = 0): string {
  const { name, message, cause, errors } = (thrown ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof message !== "string") return typeof thrown === "string" && thrown !== "" ? thrown : inspectShort(thrown);
  const all = [...(Array.isArray(errors) ? (errors as unknown[]) : []), ...(cause === undefined ? [] : [cause])];
  const causes = depth < MAX_CAUSES ? all.slice(0, MAX_CAUSES).map((inner) => messageOf(inner, depth + 1)) : [];
  const ownMessage = message === "" && causes.length === 0 ? `${String(name)} without a message` : message;
  return [ownMessage, ...causes.filter((text) => !ownMessage.includes(text))].filter((text) => text !== "").join(": ");
}

/** A value as text on one line; also for values that JSON can't represent. */
export function inspectShort(value: unknown): string {
  const text = inspect(value, { depth: 1, breakLength: Number.POSITIVE_INFINITY });
  return text.length > MAX_INSPECTED ? `${text.slice(0, MAX_INSPECTED)}…` : text;
}
