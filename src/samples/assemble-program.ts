import { SourceMap } from "node:module";
import { join } from "node:path";
import type { Loader } from "esbuild";
import { lastComponent } from "../client/live/frame/last-component.ts";
import { loadEsbuild } from "../shared/esbuild.ts";
import type { Position } from "../shared/problem.ts";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import { type Fence, placeInFence } from "./fence.ts";

/** `cjs`: a CommonJS module; `esm`: an ES module; `ts`: an ES module in TypeScript; `live`: a live sample. */
export type ProgramKind = "cjs" | "esm" | "ts" | "live";

/** File names of programs. */
export const PROGRAM_FILES: Readonly<Record<ProgramKind, string>> = {
  cjs: "sample.cjs",
  esm: "sample.mjs",
  ts: "sample.ts",
  live: "sample.cjs",
};

/** A fence of a program, and the fence with its expected output. */
export interface Part {
  readonly fence: Fence;
  readonly output: Fence | undefined;
}

/** Samples that run in one process: a single fence, or all fences of a session. */
export interface Program {
  readonly path: string;
  readonly kind: ProgramKind;
  readonly parts: readonly [Part, ...Part[]];
  readonly timeoutMs: number;
  /** `worker`: worker threads; `loopback`: connections to its own servers. */
  readonly allow: readonly string[];
  /** The files in its folder that are kept for readers. */
  readonly keeps: readonly SampleFile[];
  /** Library of a live sample, if it uses it. */
  readonly library?: SampleLibrary | undefined;
}

/** The library that live samples use: a global variable for them, and the package that it comes from. */
export interface SampleLibrary {
  readonly global: string;
  readonly package: string;
}

/** Why and where a program failed. */
export interface ProgramFailure {
  readonly place: Position;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** A file in the folder of a program. */
export interface SampleFile {
  /** Path relative to that folder, with forward slashes. */
  readonly name: string;
  /** The fence that is its content, or that names it. */
  readonly fence: Fence;
}

/** A program with the files of its page. */
export interface ProgramTask {
  readonly program: Program;
  readonly files: readonly SampleFile[];
}

/** A program's source, with the mapping of its positions to the page. */
export interface Assembled {
  readonly source: string;
  /** @param line from 1 */
  readonly placeOf: (line: number, column: number) => Position;
}

/** Concatenates the parts of a program. @param mark returns the line between, for the index of the part after it */
export function assemble(program: Program, mark: (part: number) => string): Assembled {
  const starts: number[] = [];
  let source = "";
  for (const [index, { fence }] of program.parts.entries()) {
    if (index > 0) source += `${mark(index)}\n`;
    starts.push(source.split("\n").length);
    source += fence.code.endsWith("\n") || fence.code === "" ? fence.code : `${fence.code}\n`;
  }
  return {
    source,
    placeOf: (at, column) => {
      const last = starts.findLastIndex((start) => start <= at);
      const { fence } = program.parts[last] ?? program.parts[0];
      return placeInFence(fence, at - (starts[last] ?? 1) + 1, column);
    },
  };
}

/** Removes the types from a TypeScript program. @throws esbuild's TransformFailure with positions in `source` */
export function stripTypes(assembled: Assembled): Promise<Assembled> {
  return transform(assembled, { loader: "ts", format: "esm" });
}

const PRINT_RESULT = join(TOOL_ROOT, "src/samples/live-result.cjs");

/** Compiles a live sample to a program that prints the HTML of its result. @throws esbuild's TransformFailure */
export async function compileLive(program: Program, { source, placeOf }: Assembled): Promise<Assembled> {
  const { fence } = program.parts[0];
  const loader = fence.language === "tsx" ? "tsx" : "jsx";
  const library = JSON.stringify(program.library ?? null);
  const start = `require(${JSON.stringify(PRINT_RESULT)})(require, ${library} ?? undefined, (React, render) => { "use strict";`;
  const wrap = (body: string) => {
    // The line before the sample's own.
    const wrapped = {
      source: `${start}\n${body}\n});\n`,
      placeOf: (line: number, column: number) => placeOf(line - 1, column),
    };
    return transform(wrapped, { loader, format: "cjs" });
  };
  if (fence.flags.has("noInline")) return wrap(source);
  const expression = source.trimEnd().replace(/;$/, "");
  return wrap(`return (${expression}\n)`).catch(() => wrap(`${source}\nreturn ${lastComponent(source)}`));
}

async function transform(
  { source, placeOf }: Assembled,
  options: { readonly loader: Loader; readonly format: "esm" | "cjs" },
): Promise<Assembled> {
  const { code, map } = await (await loadEsbuild()).transform(source, {
    ...options,
    jsx: "transform",
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
