import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { TOOL_ROOT } from "../build/tool.ts";
import { addBuild } from "./build.ts";
import { addCheckLinks } from "./check-links.ts";
import { addCheckSamples } from "./check-samples.ts";
import { exitCodeOf, printFailure } from "./failures.ts";
import { addPreview } from "./preview.ts";
import { addSearch } from "./search.ts";
import { addServe } from "./serve.ts";

const { version } = JSON.parse(readFileSync(join(TOOL_ROOT, "package.json"), "utf8")) as { version: string };

const program = new Command("docgen")
  .description("Builds, serves and checks a documentation site.")
  .version(version)
  .showHelpAfterError("(docgen --help lists the commands)")
  .exitOverride();
for (const add of [addBuild, addServe, addPreview, addCheckLinks, addCheckSamples, addSearch]) add(program);

program.parseAsync().catch((error: unknown) => {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    printFailure(error);
    process.exitCode = exitCodeOf(error);
  }
});
