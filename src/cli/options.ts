import { dirname, extname, resolve } from "node:path";
import { type Command, Option } from "commander";
import { stopwatch } from "../builder/stages.ts";
import { requireConfig } from "../config/config-file.ts";
import { Failure } from "../shared/failure.ts";
import { entryOf, infoOf } from "../shared/file-info.ts";
import { openProgress } from "./progress.ts";

/** Options that several commands have. */
export interface CommonOptions {
  readonly root: string;
  readonly verbose?: boolean;
  readonly json?: boolean;
  readonly strict?: boolean;
}

/** Adds the options of every command for a site. */
export function addCommonOptions(command: Command): Command {
  return addVerbose(command.option("--root <dir>", "folder with site.config.ts", "."));
}

/** Adds `--strict`, for commands that report problems of the content. */
export function addStrict(command: Command): Command {
  return command.option("--strict", "exit with code 1 if there are warnings, too");
}

/** Adds `--format` and `--json`. @param formats the first is the default */
export function addFormat(command: Command, formats: readonly string[]): Command {
  const format = new Option("--format <format>", "form of the result").choices(formats).default(formats[0]);
  return command
    .addOption(format.conflicts("json"))
    .option("--json", "print one JSON object on standard output, as --format json");
}

/** Adds `--verbose`, for commands that need no site. */
export function addVerbose(command: Command): Command {
  return command.option("--verbose", "print each step and how long it takes");
}

/** What `--help` of a command ends with. @param guide in docgen's folder @param lines arguments of docgen */
export function examples(guide: string, ...lines: readonly string[]): ["after", string] {
  return ["after", `\nExamples:\n${lines.map((line) => `  docgen ${line}\n`).join("")}\nGuide: ${guide}`];
}

/** Runs a command that has a single step; with `--verbose`, prints its duration. */
export function timed<T>(options: Pick<CommonOptions, "verbose">, name: string, run: () => T | Promise<T>): Promise<T> {
  return stopwatch(openProgress({ ...options, isQuiet: true })).stage(name, run);
}

/** The absolute path of the site's root. @throws Failure (exit code 2) if it is not a folder */
export function rootOf({ root }: CommonOptions): string {
  const absolute = resolve(root);
  if (infoOf(absolute)?.isDirectory() === true) return absolute;
  throw new Failure(2, `${absolute}: not a folder; --root is the folder that contains site.config.ts`);
}

/** The absolute path of the site's root. @throws Failure (exit code 2) if it is not a folder or has no configuration */
export function siteRootOf(options: CommonOptions): string {
  const root = rootOf(options);
  requireConfig(root);
  return root;
}

/** Checks an option that names a file to write. @throws Failure (exit code 2) if it can't be one, or not one of this kind */
export function checkFileOption(option: string, file: string | undefined, extension: string): void {
  if (file === undefined) return;
  if (infoOf(resolve(file))?.isDirectory() === true)
    throw new Failure(2, `${option}: "${file}" is a folder; add a file name`);
  // It is replaced: root could lose a device such as /dev/full, or the link /dev/stdout.
  if (entryOf(file)?.isFile() === false)
    throw new Failure(2, `${option}: "${file}" is a link or a device; choose another name`);
  if (!["", extension].includes(extname(file).toLowerCase()))
    throw new Failure(2, `${option}: "${file}" does not end in ${extension}; change its extension`);
  const parent = infoOf(dirname(file));
  if (parent?.isDirectory() === true) return;
  const fault = parent === undefined ? "does not exist" : "is not a folder";
  throw new Failure(2, `${option}: "${dirname(file)}" ${fault}; choose a file in an existing folder`);
}

/**
 * Parses `--jobs`.
 *
 * @param byDefault the number without `--jobs`
 * @param most maximum
 * @param rule the valid range, for the message
 * @throws Failure (exit code 2) for an invalid number
 */
export function jobsOf(text: string | undefined, byDefault: number, most: number, rule: string): number {
  if (text === undefined) return byDefault;
  const jobs = Number(text);
  if (Number.isInteger(jobs) && jobs >= 1 && jobs <= most) return jobs;
  throw new Failure(2, `--jobs: "${text}" is not a number of ${rule}`);
}

/** Parses `--port`. @throws Failure (exit code 2) for an invalid number */
export function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Failure(2, `--port: "${text}" is not a port; use a number from 0 to 65535`);
}
