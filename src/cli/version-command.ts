import type { Command } from "commander";
import { cutVersion } from "../scaffold/cut-version.ts";
import { count } from "../shared/text.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { addCommonOptions, type CommonOptions, rootOf, timed } from "./options.ts";
import { pc, shown, writeOut } from "./print.ts";

interface Options extends CommonOptions {
  readonly docs?: string;
}

/** Adds `docgen version`. */
export function addVersion(program: Command, { task }: Lifecycle): void {
  addCommonOptions(program.command("version"))
    .description("keep a copy of the current docs as a version")
    .argument("<name>", "name of the version, such as 2.0")
    .option("--docs <id>", "id of the set of docs, if there are several")
    .action(task(run));
}

async function run(name: string, options: Options): Promise<number> {
  const root = rootOf(options);
  const { folders, files, source, list } = await timed(options, "copies", () => cutVersion(root, name, options.docs));
  writeOut(shown`${pc.green("Cut")} version ${name}: ${count(files, "file")}, listed first in ${list}`);
  for (const folder of folders) writeOut(`  ${folder}/`);
  writeOut(`Write the next version in ${source}/.`);
  return 0;
}
