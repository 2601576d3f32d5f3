import { randomUUID } from "node:crypto";
import { sep } from "node:path";
import { pathToFileURL } from "node:url";
import { attempt } from "../shared/attempt.ts";
import { syntaxFaultOf } from "../shared/esbuild.ts";
import { installHint } from "../shared/install-hint.ts";
import { positionAt } from "../shared/line-at.ts";
import type { Position } from "../shared/problem.ts";
import { escapePattern } from "../shared/text.ts";
import {
  type Assembled,
  assemble,
  compileLive,
  PROGRAM_FILES,
  type ProgramFailure,
  type ProgramTask,
  stripTypes,
} from "./assemble-program.ts";
import { placeInFence, withoutMarks } from "./fence.ts";
import { type KeptFile, readKept } from "./kept.ts";
import { limitFault, type ProcessResult, runLimited } from "./limited-process.ts";
import { resultText } from "./result-text.ts";
import type { Sandbox } from "./sandbox.ts";

/** Result of running a program. */
export interface ProgramRun {
  /** Standard output of each part. */
  readonly outputs: readonly string[];
  readonly failure: ProgramFailure | undefined;
  /** The files that it keeps. */
  readonly kept: readonly KeptFile[];
  readonly seconds: number;
}

/** Node's exit code for a top-level `await` that never settles. */
const UNSETTLED_AWAIT = 13;

/** The preload's report on the end of a program. */
type EndReport = Readonly<Partial<Record<"name" | "message" | "stack" | "code" | "permission", string>>>;

/**
 * Runs a program in a temporary folder, with the files of its page.
 *
 * @throws the reason of an aborted `signal`
 */
export async function runProgram(
  { program, files }: ProgramTask,
  sandbox: Sandbox,
  signal: AbortSignal | undefined,
): Promise<ProgramRun> {
  // Random, so that a sample can't print or call them by accident.
  const token = randomUUID();
  const call = `part_${randomUUID().replaceAll("-", "")}`;
  const isSession = program.parts.length > 1;
  const mark = (part: number) => `;globalThis.${call}(${part});`;
  let assembled = assemble(program, mark);
  if (program.kind === "ts" || program.kind === "live") {
    try {
      assembled = program.kind === "ts" ? await stripTypes(assembled) : await compileLive(program, assembled);
    } catch (error) {
      const { line, column, message } = syntaxFaultOf(error);
      const failure = { place: assembled.placeOf(line, column), message: `sample does not parse: ${message}` };
      return { outputs: [], failure, kept: [], seconds: 0 };
    }
  }
  const runs = program.kind === "ts" ? PROGRAM_FILES.esm : PROGRAM_FILES[program.kind];
  const folder = await sandbox.makeFolder([
    ...files.map(({ name, fence }) => ({ name, text: withoutMarks(fence.code) })),
    { name: runs, text: assembled.source },
  ]);
  try {
    const confined = sandbox.confine(folder, program, isSession ? { mark: { call, token } } : {});
    const result = await runLimited({ ...confined, args: [...confined.args, runs], signal });
    const { outputs, last } = splitOutput(result.stdout, token, program.parts.length);
    const shown = program.kind === "live" ? outputs.map(resultText) : outputs;
    const ended = failureOf(result, folder, { program, files }, assembled, last);
    const { kept, failure = ended } = ended === undefined ? readKept(program, folder, runs) : { kept: [] };
    return { outputs: shown, failure, kept, seconds: result.seconds };
  } finally {
    await sandbox.remove(folder);
  }
}

/** Splits standard output at the preload's marks. @returns the output of each part, and the part that ran last */
function splitOutput(stdout: string, token: string, parts: number): { outputs: string[]; last: number } {
  const outputs = Array.from({ length: parts }, () => "");
  let part = 0;
  for (const [index, piece] of stdout.split(new RegExp(`\\x00${token}:(\\d+)\\x00`)).entries()) {
    if (index % 2 === 1) part = Number(piece);
    else outputs[part] += piece;
  }
  return { outputs, last: part };
}

function failureOf(
  result: ProcessResult,
  folder: string,
  { program, files }: ProgramTask,
  assembled: Assembled,
  lastPart: number,
): ProgramFailure | undefined {
  const { code, killedBy, stderr } = result;
  if (code === 0) return undefined;
  const { fence } = program.parts[lastPart] ?? program.parts[0];
  const limit = limitFault(result, program.timeoutMs);
  if (limit !== undefined) return { place: fence, ...limit };
  // The last report: an error may be thrown while another is handled. There may be none, or what the sample wrote itself.
  const report = attempt(() => JSON.parse(result.report.trim().split("\n").at(-1) ?? "") as EndReport) ?? {};
  const placeOf = (file: string, line: number, column: number): Position | undefined => {
    if (Object.values(PROGRAM_FILES).includes(file)) return assembled.placeOf(line, column);
    const other = files.find(({ name }) => name === file)?.fence;
    return other === undefined ? undefined : placeInFence(other, line, column);
  };
  const place =
    locateError(report.stack ?? "", stderr, folder, placeOf) ?? placeOfImport(report.message ?? "", assembled) ?? fence;
  if (code === UNSETTLED_AWAIT) return { place, message: "sample waits for a promise that never settles" };
  const ending = killedBy === null ? `ends with exit code ${code}` : `was terminated by ${killedBy}`;
  return { place, message: `sample ${ending}${errorText(report, folder)}`, hint: hintFor(report, stderr) };
}

/** `: TypeError: x is not a function`; empty if unknown. Temporary paths are removed. */
function errorText({ name = "", message = "" }: EndReport, folder: string): string {
  const reason = /rejected with the reason "([\s\S]*)"\.$/.exec(message)?.[1];
  if (reason !== undefined) return `: unhandled rejection: ${reason}`;
  const first = message.replaceAll(`${folder}${sep}`, "").split("\n", 1)[0] ?? "";
  return [name, first].map((text) => (text === "" ? "" : `: ${text}`)).join("");
}

/** Node's message about a module that it doesn't find. */
const MISSING = /^Cannot find (?:package|module) '([^']+)'/;

function hintFor({ code, permission, name, message = "" }: EndReport, stderr: string): string | undefined {
  const install = installHint(MISSING.exec(message)?.[1] ?? "");
  if (install !== undefined) return install;
  if (permission === "FileSystemRead") return "samples can only read packages and their own folder";
  if (code === "ERR_ACCESS_DENIED") {
    return "samples can only write to their own folder and can't start processes; allow=worker lets them start workers";
  }
  if (code === "ERR_SAMPLE_NETWORK") return "allow=loopback lets a sample connect to a server that it started";
  if (name === "SyntaxError" && /outside a module|top level bodies of modules/.test(message)) {
    return "js is CommonJS; use mjs for an ES module";
  }
  if (name !== undefined) return undefined;
  const said = stderr.trim().split("\n")[0] ?? "";
  return said === "" ? undefined : `it says: ${said}`;
}

/**
 * Finds the position of an error on the page: the topmost stack frame in the sample or in a file of its page, or the
 * line that Node prints above a syntax error.
 *
 * @param folder where the program ran
 * @param placeOf converts a position in a file of that folder; returns undefined for other files
 */
function locateError(
  stack: string,
  stderr: string,
  folder: string,
  placeOf: (file: string, line: number, column: number) => Position | undefined,
): Position | undefined {
  const prefixes = [folder, pathToFileURL(folder).href].map(escapePattern);
  const file = `(?:${prefixes.join("|")})[\\\\/]([^:\\n)]+)`;
  for (const [, name = "", line, column] of stack.matchAll(new RegExp(`${file}:(\\d+):(\\d+)`, "g"))) {
    const position = placeOf(name, Number(line), Number(column));
    if (position !== undefined) return position;
  }
  for (const text of [stack, stderr]) {
    const [, name = "", line, , before = ""] = new RegExp(`${file}:(\\d+)\\n(.*)\\n( *)\\^`).exec(text) ?? [];
    const position = name === "" ? undefined : placeOf(name, Number(line), before.length + 1);
    if (position !== undefined) return position;
  }
  return undefined;
}

/** The place of the import of a missing module, which Node's message quotes. */
function placeOfImport(message: string, { source, placeOf }: Assembled): Position | undefined {
  const missing = MISSING.exec(message)?.[1] ?? /^Package subpath '([^']+)'/.exec(message)?.[1];
  if (missing === undefined) return undefined;
  const name = missing.split(/[\\/]/).at(-1) ?? missing;
  const quoted = new RegExp(`(["'])(?:[^"'\\n]*/)?${escapePattern(name)}(?:/[^"'\\n]*)?\\1`).exec(source);
  if (quoted === null) return undefined;
  const { line, column } = positionAt(source, quoted.index);
  return placeOf(line, column);
}
