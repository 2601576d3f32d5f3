import { existsSync } from "node:fs";
import { join } from "node:path";
import { installHint } from "../shared/install-hint.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import { assemble, PROGRAM_FILES, type Program, type ProgramTask, stripTypes } from "./assemble-program.ts";
import { placeInFence, withoutMarks } from "./fence.ts";
import { runLimited } from "./limited-process.ts";
import type { Packages } from "./packages.ts";
import type { Sandbox } from "./sandbox.ts";

/** A type error. */
interface TypeFault {
  readonly program: Program;
  readonly problem: Problem;
}

const TIMEOUT_MS = 120_000;

/** `0/sample.ts(3,14): error TS2769: …`, with its indented lines. */
const DIAGNOSTIC = /^(\d+)\/(.+)\((\d+),(\d+)\): error (TS\d+: .*)((?:\n[ \t]+.*)*)/gm;

/** Strict, with module resolution like Node and bundlers; types come from the samples' packages. */
const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  moduleDetection: "force",
  resolveJsonModule: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
};

/**
 * Type-checks programs in one run of TypeScript. A program that doesn't parse is left out: with one, TypeScript reports
 * no type errors for the others.
 *
 * @returns a warning for all programs if TypeScript fails before checking
 */
export async function checkTypes(
  tasks: readonly ProgramTask[],
  { folders, typescript }: Packages,
  sandbox: Sandbox,
  signal: AbortSignal | undefined,
): Promise<TypeFault[]> {
  const all = tasks.map((task) => ({ ...task, assembled: assemble(task.program, () => "") }));
  const parsed = await Promise.allSettled(all.map(({ assembled }) => stripTypes(assembled)));
  const programs = all.filter((_, index) => parsed[index]?.status === "fulfilled");
  const first = programs[0]?.program.parts[0].fence;
  if (first === undefined || typescript === undefined) return [];
  const types = folders.some((folder) => existsSync(join(folder, "@types/node"))) ? ["node"] : [];
  const config = {
    compilerOptions: { ...COMPILER_OPTIONS, types },
    files: programs.map((_, index) => `${index}/${PROGRAM_FILES.ts}`),
  };
  try {
    const folder = await sandbox.makeFolder([
      { name: "tsconfig.json", text: JSON.stringify(config) },
      ...programs.flatMap(({ files, assembled }, index) => [
        ...files.map(({ name, fence }) => ({ name: `${index}/${name}`, text: withoutMarks(fence.code) })),
        { name: `${index}/${PROGRAM_FILES.ts}`, text: assembled.source },
      ]),
    ]);
    const { code, stdout, stderr } = await runLimited({
      args: [typescript.bin, "--project", folder, "--pretty", "false"],
      cwd: folder,
      env: process.env,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    const faults = [...stdout.matchAll(DIAGNOSTIC)].flatMap(
      ([, index, name, line, column, message = "", details = ""]): TypeFault[] => {
        const checked = programs[Number(index)];
        if (checked === undefined) return [];
        const { program, files, assembled } = checked;
        const fence = files.find((file) => file.name === name)?.fence;
        const [row, at] = [Number(line), Number(column)];
        const where = fence === undefined ? assembled.placeOf(row, at) : placeInFence(fence, row, at);
        // The last line is the most specific.
        const missing = /^TS2307: Cannot find module '([^']+)'/.exec(message)?.[1] ?? "";
        const hint = installHint(missing) ?? (details.trim().split(/\n\s*/).at(-1) || undefined);
        return [{ program, problem: problemOf({ ...where, code: "sample-types", message, hint }) }];
      },
    );
    if (code !== 0 && faults.length === 0) {
      throw new Error((stdout || stderr).trim().split("\n")[0] || `tsc ended with exit code ${code}`);
    }
    return faults;
  } catch (error) {
    signal?.throwIfAborted();
    const message = `types are not checked: ${error instanceof Error ? error.message : String(error)}`;
    const problem = problemOf({ ...first, severity: "warning", code: "types-unchecked", message });
    return tasks.map(({ program }) => ({ program, problem }));
  }
}
