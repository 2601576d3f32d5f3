import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { Failure } from "../shared/failure.ts";
import { writeErr } from "./print.ts";

/** Options of every command. */
export interface CommonOptions {
  readonly root: string;
  readonly verbose?: boolean;
}

/** Adds the options of every command. */
export function addCommonOptions(command: Command): Command {
  return addVerbose(command.option("--root <dir>", "folder that holds site.config.ts", "."));
}

/** Adds the option of commands that need no site. */
export function addVerbose(command: Command): Command {
  return command.option("--verbose", "say what is done and how long each step takes");
}

/** Prints stages as they end, with `--verbose`. */
export function onStageOf({
  verbose,
}: Pick<CommonOptions, "verbose">): ((name: string, seconds: number) => void) | undefined {
  return verbose === true ? (name, seconds) => writeErr(`${name}: ${seconds.toFixed(3)} s`) : undefined;
}

/** The site's root as an absolute path. @throws Failure (exit code 2) where it isn't a folder */
export function rootOf({ root }: CommonOptions): string {
  const absolute = resolve(root);
  if (!existsSync(absolute) || !statSync(absolute).isDirectory()) {
    throw new Failure(2, `${absolute}: not a folder; --root is the folder that holds site.config.ts`);
  }
  return absolute;
}

/** Reads a port. @throws Failure (exit code 2) */
export function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Failure(2, `--port: "${text}" is not a port; give a number from 0 to 65535`);
}
