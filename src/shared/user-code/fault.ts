import { SourceMap, type SourceMapPayload } from "node:module";

/** A fault of a site's own code. */
export interface CodeFault {
  /**
   * `throws`: a task threw; `background`: code that no task awaits threw; `exit`: the code ended its process; `time`,
   * `memory`: the thread exceeded a limit and was terminated.
   */
  readonly kind: "throws" | "background" | "exit" | "time" | "memory";
  /** Name of the code; if unknown, the names of all candidates. */
  readonly owner: string;
  /** What was thrown, or the limit; empty for `exit`. */
  readonly message: string;
  readonly stack: string;
}

/**
 * What is said of a fault, and what to do about it.
 *
 * @param doing what was being done, such as `rendered`; undefined: nothing of it is said
 * @param limited what the time limit is of
 */
export function describeFault(
  { kind, message }: CodeFault,
  doing: string | undefined,
  limited: string,
): readonly [text: string, hint?: string] {
  const during = doing === undefined ? "" : ` while it is ${doing}`;
  const said: Readonly<Record<CodeFault["kind"], readonly [text: string, hint?: string]>> = {
    throws: [`throws${during}: ${message}`],
    background: [`throws in the background: ${message}`, "await what it begins, or catch what that throws"],
    exit: [`ends its process${during}`, "throw an error instead"],
    time: [
      doing === undefined ? `does not end within ${message}` : `is not ${doing} within ${message}`,
      `look for a loop or a wait without an end; DOCGEN_TIME_LIMIT sets how many seconds ${limited} may take`,
    ],
    memory: [`takes more than ${message} of memory${during}`],
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
 * The first position of a stack in a site's own sources.
 *
 * @param code the bundle of that owner, with an inline source map
 * @returns undefined if no frame belongs to them
 */
export function originOf(stack: string, owner: string, code: string): Origin | undefined {
  const at = code.lastIndexOf(MAP);
  const frames = [...stack.matchAll(FRAME)].filter(([, token]) => token === tokenOf(owner));
  if (at < 0 || frames.length === 0) return undefined;
  const json = Buffer.from(code.slice(at + MAP.length), "base64").toString("utf8");
  const map = new SourceMap(JSON.parse(json) as SourceMapPayload);
  for (const [, , line, column] of frames) {
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!("originalSource" in entry) || entry.originalSource.includes("node_modules")) continue;
    return { source: entry.originalSource, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  }
  return undefined;
}

/** Encodes a name for V8's `sourceURL`. */
function tokenOf(owner: string): string {
  return encodeURIComponent(owner).replace(/['()]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
}

/** Message and stack of a thrown value, which may be anything. */
export function thrownText(thrown: unknown): { readonly message: string; readonly stack: string } {
  try {
    if (thrown instanceof Error) return { message: String(thrown.message), stack: String(thrown.stack) };
    return { message: String(thrown), stack: "" };
  } catch {
    return { message: "a value that has no text", stack: "" };
  }
}
