import { SourceMap, type SourceMapPayload } from "node:module";

/** What a site's own code did wrong. */
export interface CodeFault {
  /**
   * `throws`: what was asked of it threw; `background`: something that it began and nothing awaits threw;
   * `exit`: it ended its process; `time`, `memory`: it was ended, having had all that it may take.
   */
  readonly kind: "throws" | "background" | "exit" | "time" | "memory";
  /** Name of the code; where it can't be told which it was, the names of all that it may have been. */
  readonly owner: string;
  /** What was thrown, or what the limit was; empty for `exit`. */
  readonly message: string;
  readonly stack: string;
}

/** Where in its sources code was. */
export interface Origin {
  /** As the source map of the bundle names it. */
  readonly source: string;
  readonly line: number;
  readonly column: number;
}

const MAP = "//# sourceMappingURL=data:application/json;base64,";
const FRAME = /\bdocgen:([\w.!~*%-]+):(\d+):(\d+)/g;

/** A `data:` address of a bundled module; its frames in stacks carry its name. */
export function moduleUrl(owner: string, code: string): string {
  return `data:text/javascript;base64,${Buffer.from(`${code}\n//# sourceURL=docgen:${tokenOf(owner)}\n`).toString("base64")}`;
}

/** Names the code whose frame comes first in a stack. */
export function ownerIn(stack: string): string | undefined {
  const [frame] = stack.matchAll(FRAME);
  return frame?.[1] === undefined ? undefined : decodeURIComponent(frame[1]);
}

/**
 * The first place of a site's own sources in a stack.
 *
 * @param code the bundle of that name, with its source map in it
 * @returns undefined where the stack leads through none of them
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

/** A name as V8 takes it for that of a script. */
function tokenOf(owner: string): string {
  return encodeURIComponent(owner).replace(/['()]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
}

/** What a thrown value says; code may throw anything. */
export function thrownText(thrown: unknown): { readonly message: string; readonly stack: string } {
  try {
    if (thrown instanceof Error) return { message: String(thrown.message), stack: String(thrown.stack) };
    return { message: String(thrown), stack: "" };
  } catch {
    return { message: "a value that has no text", stack: "" };
  }
}
