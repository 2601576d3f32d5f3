import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Command } from "commander";
import { foldersUp } from "../shared/disk-path.ts";
import { count } from "../shared/text.ts";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { addVerbose, type CommonOptions, timed } from "./options.ts";
import { pc, shown, writeOut } from "./print.ts";

/** Adds `docgen init`. */
export function addInit(program: Command, { task }: Lifecycle): void {
  addVerbose(program.command("init"))
    .description("create a site with one page of each kind")
    .argument("[dir]", "folder of the site; may contain a project, but not a site", ".")
    .action(task(run));
}

async function run(dir: string, options: Pick<CommonOptions, "verbose">): Promise<number> {
  const { initSite } = await import("../scaffold/init-site.ts");
  const root = resolve(dir);
  const { files, kept } = await timed(options, "files", () => initSite(root));
  const way = relative("", root);
  writeOut(shown`${pc.green("Created")} a site in ${way === "" ? "this folder" : way}: ${count(files, "file")}`);
  for (const path of kept) writeOut(`${path} is unchanged${HINTS[path] ?? ""}`);
  const docgen = commandIn(root);
  const steps = [
    ...(way === "" ? [] : [[`cd ${quoted(way)}`, "go there"]]),
    [`${docgen} serve`, "see it while you write"],
    [`${docgen} new docs/guide/next`, "add a page"],
    [`${docgen} build`, "write it to build/"],
  ];
  const width = Math.max(...steps.map(([command = ""]) => command.length));
  writeOut("\nNext:\n");
  for (const [command = "", what = ""] of steps) writeOut(shown`  ${pc.cyan(command.padEnd(width))}  ${pc.dim(what)}`);
  return 0;
}

/** Hints for files that exist already and are not overwritten. */
const HINTS: Readonly<Record<string, string>> = { ".gitignore": "; make sure that it lists build/ and .docgen/" };

/** The command that runs docgen in a folder: through npm if it is installed there, otherwise by its path. */
function commandIn(root: string): string {
  const isInstalled = foldersUp(root).some((folder) => existsSync(join(folder, "node_modules/docgen")));
  return isInstalled ? "npx docgen" : quoted(join(TOOL_ROOT, "bin/docgen"));
}

function quoted(path: string): string {
  return /^[\w./\\:@+-]+$/.test(path) ? path : JSON.stringify(path);
}
