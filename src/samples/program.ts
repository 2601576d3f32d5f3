import { SourceMap } from "node:module";
import type { SourcePosition } from "../markdown/document.ts";
import { loadEsbuild } from "../shared/esbuild.ts";
import { type Fence, placeInFence } from "./fence.ts";

/** `cjs`: a CommonJS module; `esm`: an ES module; `ts`: an ES module in TypeScript. */
export type ProgramKind = "cjs" | "esm" | "ts";

/** Names of the files that programs run from. */
export const PROGRAM_FILES: Readonly<Record<ProgramKind, string>> = {
  cjs: "sample.cjs",
  esm: "sample.mjs",
  ts: "sample.ts",
};

/** One fence of a program and the fence that shows what it prints. */
export interface Part {
  readonly fence: Fence;
  readonly output: Fence | undefined;
}

/** Samples that run in one process: a fence, or all fences of a session. */
export interface Program {
  readonly path: string;
  readonly kind: ProgramKind;
  readonly parts: readonly Part[];
  readonly timeoutMs: number;
  /** What the sandbox leaves open: `worker`, `loopback`. */
  readonly allow: readonly string[];
}

/** A fence that is written into the folder of its page's programs. */
export interface SampleFile {
  /** Relative to that folder, forward slashes. */
  readonly name: string;
  readonly fence: Fence;
}

/** A program's text, and the way back from its lines to the page. */
export interface Assembled {
  readonly source: string;
  /** @param line from 1 */
  readonly placeOf: (line: number, column: number) => SourcePosition;
}

/**
 * Puts the parts of a program together; between two parts stands one line.
 *
 * @param mark gives that line for the number of the part that begins
 */
export function assemble(program: Program, mark: (part: number) => string): Assembled {
  const starts: number[] = [];
  let source = "";
  let line = 1;
  for (const [index, { fence }] of program.parts.entries()) {
    const before = index === 0 ? "" : `${mark(index)}\n`;
    line += before === "" ? 0 : 1;
    starts.push(line);
    const code = fence.code.endsWith("\n") || fence.code === "" ? fence.code : `${fence.code}\n`;
    source += before + code;
    line += code.split("\n").length - 1;
  }
  return {
    source,
    placeOf: (at, column) => {
      const found = starts.findLastIndex((start) => start <= at);
      const index = Math.max(0, found);
      const fence = (program.parts[index] as Part).fence;
      return placeInFence(fence, at - (starts[index] ?? 1) + 1, column);
    },
  };
}

/** Takes the types out of a TypeScript program. @throws esbuild's TransformFailure, its places those of `source` */
export async function stripTypes({ source, placeOf }: Assembled): Promise<Assembled> {
  const { code, map } = await (await loadEsbuild()).transform(source, {
    loader: "ts",
    format: "esm",
    target: "esnext",
    sourcemap: "external",
    sourcefile: PROGRAM_FILES.ts,
    logLevel: "silent",
  });
  const sourceMap = new SourceMap(JSON.parse(map));
  return {
    source: code,
    placeOf: (line, column) => {
      const entry = sourceMap.findEntry(line - 1, column - 1);
      return "originalLine" in entry
        ? placeOf(entry.originalLine + 1, entry.originalColumn + 1)
        : placeOf(line, column);
    },
  };
}
