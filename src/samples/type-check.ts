import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { SourcePosition } from "../markdown/document.ts";
import { type Fence, placeInFence, withoutMarks } from "./fence.ts";
import type { Packages } from "./packages.ts";
import { assemble, PROGRAM_FILES, type Program, type SampleFile } from "./program.ts";
import { runProcess } from "./run-process.ts";
import type { Sandbox } from "./sandbox.ts";

/** A TypeScript program with the files that it may import. */
export interface TypedProgram {
  readonly program: Program;
  readonly files: readonly SampleFile[];
}

/** A type error. */
export interface TypeFault {
  readonly program: Program;
  readonly place: SourcePosition;
  readonly message: string;
  /** Further lines of TypeScript's message. */
  readonly details: readonly string[];
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
  programs: readonly TypedProgram[],
  typescript: NonNullable<Packages["typescript"]>,
  hasNodeTypes: boolean,
  sandbox: Sandbox,
  signal: AbortSignal | undefined,
): Promise<TypeFault[]> {
  const config = {
    compilerOptions: { ...COMPILER_OPTIONS, types: hasNodeTypes ? ["node"] : [] },
    files: programs.map((_, index) => `${index}/${PROGRAM_FILES.ts}`),
  };
  const folder = await sandbox.makeFolder([{ name: "tsconfig.json", text: JSON.stringify(config) }]);
  try {
    const assembled = programs.map(({ program }) => assemble(program, () => ""));
    for (const [index, { files }] of programs.entries()) {
      const own = join(folder, String(index));
      for (const { name, fence } of files) {
        await mkdir(dirname(join(own, name)), { recursive: true });
        await writeFile(join(own, name), withoutMarks(fence.code));
      }
      await mkdir(own, { recursive: true });
      await writeFile(join(own, PROGRAM_FILES.ts), assembled[index]?.source ?? "");
    }
    const { code, stdout, stderr } = await runProcess({
      args: [typescript.bin, "--project", folder, "--pretty", "false"],
      cwd: folder,
      env: process.env,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    const faults = [...stdout.matchAll(DIAGNOSTIC)].flatMap(
      ([, index, name, line, column, message = "", details = ""]): TypeFault[] => {
        const { program, files } = programs[Number(index)] ?? {};
        const file = files?.find((one) => one.name === name)?.fence;
        const own = file === undefined ? assembled[Number(index)]?.placeOf : placeIn(file);
        const place = own?.(Number(line), Number(column));
        return program === undefined || place === undefined
          ? []
          : [{ program, place, message, details: details.trim().split(/\n\s*/) }];
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

function placeIn(fence: Fence): (line: number, column: number) => SourcePosition {
  return (line, column) => placeInFence(fence, line, column);
}
