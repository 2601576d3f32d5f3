import { installHint } from "../shared/install-hint.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import { assemble, PROGRAM_FILES, type Program, type ProgramTask } from "./assemble-program.ts";
import { placeInFence, withoutMarks } from "./fence.ts";
import { runLimited } from "./limited-process.ts";
import type { Packages } from "./packages.ts";
import type { Sandbox } from "./sandbox.ts";

/** A type error. */
export interface TypeFault {
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
 * Type-checks all programs in one run of TypeScript.
 *
 * @param hasNodeTypes whether `@types/node` is installed
 * @throws Error with TypeScript's message if it fails before checking
 */
export async function checkTypes(
  programs: readonly ProgramTask[],
  typescript: NonNullable<Packages["typescript"]>,
  hasNodeTypes: boolean,
  sandbox: Sandbox,
  signal: AbortSignal | undefined,
): Promise<TypeFault[]> {
  const config = {
    compilerOptions: { ...COMPILER_OPTIONS, types: hasNodeTypes ? ["node"] : [] },
    files: programs.map((_, index) => `${index}/${PROGRAM_FILES.ts}`),
  };
  const assembled = programs.map(({ program }) => assemble(program, () => ""));
  const folder = await sandbox.makeFolder([
    { name: "tsconfig.json", text: JSON.stringify(config) },
    ...programs.flatMap(({ files }, index) => [
      ...files.map(({ name, fence }) => ({ name: `${index}/${name}`, text: withoutMarks(fence.code) })),
      { name: `${index}/${PROGRAM_FILES.ts}`, text: assembled[index]?.source ?? "" },
    ]),
  ]);
  try {
    const { code, stdout, stderr } = await runLimited({
      args: [typescript.bin, "--project", folder, "--pretty", "false"],
      cwd: folder,
      env: process.env,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    const faults = [...stdout.matchAll(DIAGNOSTIC)].flatMap(
      ([, index, name, line, column, message = "", details = ""]): TypeFault[] => {
        const { program, files } = programs[Number(index)] ?? {};
        const fence = files?.find((file) => file.name === name)?.fence;
        const [row, at] = [Number(line), Number(column)];
        const where = fence === undefined ? assembled[Number(index)]?.placeOf(row, at) : placeInFence(fence, row, at);
        if (program === undefined || where === undefined) return [];
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
  } finally {
    await sandbox.remove(folder);
  }
}
