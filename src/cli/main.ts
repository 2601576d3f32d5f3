import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import { addBuild } from "./build-command.ts";
import { addCheckApi } from "./check-api-command.ts";
import { addCheckFreshness } from "./check-freshness-command.ts";
import { addCheckLinks } from "./check-links-command.ts";
import { addCheckSamples } from "./check-samples-command.ts";
import { addDiff } from "./diff-command.ts";
import { addDraw } from "./draw-command.ts";
import { examplesOf } from "./examples.ts";
import { addInit } from "./init-command.ts";
import { createLifecycle, exitCodeOf, printFailure } from "./lifecycle.ts";
import { addMigrate } from "./migrate-command.ts";
import { addNew } from "./new-command.ts";
import { addPreview } from "./preview-command.ts";
import { writeErr, writeOut } from "./print.ts";
import { addPrint } from "./print-command.ts";
import { addSearch } from "./search-command.ts";
import { addServe } from "./serve-command.ts";
import { addVersion } from "./version-command.ts";

const { version } = JSON.parse(readFileSync(join(TOOL_ROOT, "package.json"), "utf8")) as { version: string };

const lifecycle = createLifecycle();
const program = new Command("docgen")
  .description("Builds, serves and checks a documentation site.")
  .version(version)
  .showHelpAfterError("(docgen --help lists the commands)")
  .configureOutput({
    writeOut: (text) => writeOut(text.replace(/\n$/, "")),
    // In the form of all other errors.
    writeErr: (text) => writeErr(text.replace(/\n$/, "").replace(/^error: /, "error  ")),
  })
  .exitOverride();
const COMMANDS = [
  addInit,
  addMigrate,
  addNew,
  addVersion,
  addBuild,
  addServe,
  addPreview,
  addCheckLinks,
  addCheckApi,
  addCheckSamples,
  addCheckFreshness,
  addDiff,
  addDraw,
  addPrint,
  addSearch,
];
for (const add of COMMANDS) add(program, lifecycle);
for (const command of program.commands) command.addHelpText("after", examplesOf(command.name()));

/** Settles once the command has ended, or serves. @returns stops the server; undefined if there is none */
export const done = program.parseAsync().then(lifecycle.close, (error: unknown) => {
  if (error instanceof CommanderError) lifecycle.end(error.exitCode === 0 ? 0 : 2);
  else {
    printFailure(error);
    lifecycle.end(exitCodeOf(error));
  }
  return undefined;
});
