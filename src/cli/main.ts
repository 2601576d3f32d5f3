import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { attempt } from "../shared/attempt.ts";
import { Failure } from "../shared/failure.ts";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import { createLifecycle, exitCodeOf, type Lifecycle, printFailure } from "./lifecycle.ts";
import { writeErr, writeOut } from "./print.ts";

/** Adds a command to the program. */
type Add = (program: Command, lifecycle: Lifecycle) => void;

const others = () => import("./other-commands.ts");
/** Loads each command, in the order of `--help`. */
const COMMANDS: Readonly<Record<string, () => Promise<Add>>> = {
  init: async () => (await others()).addInit,
  migrate: async () => (await import("./migrate-command.ts")).addMigrate,
  new: async () => (await others()).addNew,
  version: async () => (await others()).addVersion,
  build: async () => (await import("./build-command.ts")).addBuild,
  serve: async () => (await import("./serve-command.ts")).addServe,
  preview: async () => (await others()).addPreview,
  "check-links": async () => (await others()).addCheckLinks,
  "check-api": async () => (await others()).addCheckApi,
  "check-samples": async () => (await others()).addCheckSamples,
  "check-freshness": async () => (await others()).addCheckFreshness,
  diff: async () => (await others()).addDiff,
  draw: async () => (await others()).addDraw,
  print: async () => (await others()).addPrint,
  search: async () => (await others()).addSearch,
};

const VERSION_OPTIONS = ["--version", "-V"];
const { version } = JSON.parse(readFileSync(join(TOOL_ROOT, "package.json"), "utf8")) as { version: string };

const lifecycle = createLifecycle();
const program = new Command("docgen")
  .description("Builds, serves and checks a documentation site.")
  .version(version)
  .showHelpAfterError("    hint: `docgen --help` lists the commands")
  .configureOutput({
    writeOut: (text) => writeOut(text.replace(/\n$/, "")),
    // In the form of all other errors.
    writeErr: (text) => writeErr(text.replace(/\n$/, "").replace(/^error: /, "error  ")),
  })
  .exitOverride();

/** Runs the command. Only its code is loaded; for `--help` and after a typo, that of all commands. */
async function run(name: string): Promise<void> {
  const all = VERSION_OPTIONS.includes(name) ? [] : Object.values(COMMANDS);
  const loaders = Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]] : all;
  for (const load of loaders) (await load?.())?.(program, lifecycle);
  for (const command of program.commands)
    command.showHelpAfterError(`    hint: \`docgen ${command.name()} --help\` lists its arguments and options`);
  program.hook("preAction", () => {
    if (attempt(process.cwd) === undefined)
      throw new Failure(2, "the current folder was removed; change to another one");
  });
  const words = process.argv.slice(2);
  const [requested = ""] = name === "help" ? words.slice(1) : words;
  const isUnknown = !/^(?:-|help$|$)/.test(requested) && !Object.hasOwn(COMMANDS, requested);
  await program.parseAsync(isUnknown ? [requested] : words, { from: "user" });
}

/** Settles once the command has ended, or serves. @returns stops the server; undefined if there is none */
export const done = run(process.argv[2] ?? "").then(lifecycle.close, (error: unknown) => {
  if (error instanceof CommanderError) lifecycle.end(error.exitCode === 0 ? 0 : 2);
  else {
    printFailure(error);
    lifecycle.end(exitCodeOf(error));
  }
  return undefined;
});
