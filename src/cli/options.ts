import { existsSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { Command } from "commander";
import { requireConfig } from "../config/config-file.ts";
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

/** Runs the one step of a command; with `--verbose` says how long it took. */
export async function timed<T>(
  { verbose }: Pick<CommonOptions, "verbose">,
  name: string,
  run: () => T | Promise<T>,
): Promise<T> {
  const started = performance.now();
  const result = await run();
  if (verbose === true) writeErr(`${name}: ${((performance.now() - started) / 1000).toFixed(3)} s`);
  return result;
}

/** The site's root as an absolute path. @throws Failure (exit code 2) where it isn't a folder */
export function rootOf({ root }: CommonOptions): string {
  const absolute = resolve(root);
  if (!existsSync(absolute) || !statSync(absolute).isDirectory()) {
    throw new Failure(2, `${absolute}: not a folder; --root is the folder that holds site.config.ts`);
  }
  return absolute;
}

/** `rootOf` for commands that read the site. @throws Failure (exit code 2) also where it holds no configuration */
export function siteRootOf(options: CommonOptions): string {
  const root = rootOf(options);
  requireConfig(root);
  return root;
}

/** Reads `--jobs`; default: one per core. @param rule what it has to be @throws Failure (exit code 2) */
export function jobsOf(given: string | undefined, most: number, rule: string): number {
  if (given === undefined) return availableParallelism();
  const jobs = Number(given);
  if (Number.isInteger(jobs) && jobs >= 1 && jobs <= most) return jobs;
  throw new Failure(2, `--jobs: "${given}" is not a number of ${rule}`);
}

/** Reads a port. @throws Failure (exit code 2) */
export function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Failure(2, `--port: "${text}" is not a port; give a number from 0 to 65535`);
}
