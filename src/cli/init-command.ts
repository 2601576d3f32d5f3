import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Command } from "commander";
import { initSite } from "../scaffold/init-site.ts";
import { sitePackages } from "../scaffold/site-package.ts";
import { foldersUp } from "../shared/disk-path.ts";
import { count } from "../shared/text.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { addVerbose, type CommonOptions, timed } from "./options.ts";
import { pc, shown, writeOut } from "./print.ts";

/** Adds `docgen init`. */
export function addInit(program: Command, { task }: Lifecycle): void {
  addVerbose(program.command("init"))
    .description("create a site: home page, guide, blog, package.json and a workflow for GitHub Pages")
    .argument("[dir]", "folder of the site; may contain a project, but not a site", ".")
    .action(task(run));
}

async function run(dir: string, options: Pick<CommonOptions, "verbose">): Promise<number> {
  const root = resolve(dir);
  const { files, kept } = await timed(options, "files", () => initSite(root));
  const way = relative("", root);
  writeOut(shown`${pc.green("Created")} a site in ${way === "" ? "this folder" : way}: ${count(files, "file")}`);
  for (const path of kept) writeOut(`${path} is unchanged${HINTS[path] ?? ""}`);
  const isInstalled = foldersUp(root).some((folder) => existsSync(join(folder, "node_modules/docgen")));
  const added = Object.entries(sitePackages(root)).map(([name, spec]) => quoted(`${name}@${spec}`));
  const install = kept.includes("package.json") ? `npm install --save-dev ${added.join(" ")}` : "npm install";
  const steps = [
    ...(way === "" ? [] : [[`cd ${quoted(way)}`, "go there"]]),
    ...(isInstalled && kept.includes("package.json") ? [] : [[install, "install docgen, and types for an editor"]]),
    ["npx docgen serve", "see it while you write"],
    ["npx docgen new docs/guide/next", "add a page"],
    ["npx docgen build", "write it to build/"],
  ];
  const width = Math.max(...steps.map(([command = ""]) => Math.min(command.length, MAX_COLUMN)));
  writeOut("\nNext:\n");
  for (const [command = "", what = ""] of steps) writeOut(shown`  ${pc.cyan(command.padEnd(width))}  ${pc.dim(what)}`);
  return 0;
}

/** Longest command that the explanations of all commands leave room for. */
const MAX_COLUMN = 40;

/** Hints for files that exist already and are not overwritten. */
const HINTS: Readonly<Record<string, string>> = { ".gitignore": "; make sure that it lists build/ and .docgen/" };

function quoted(text: string): string {
  return /^[\w./\\:@^~+-]+$/.test(text) ? text : JSON.stringify(text);
}
