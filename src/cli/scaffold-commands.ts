import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Command } from "commander";
import { cutVersion } from "../scaffold/cut-version.ts";
import { initSite, sitePackages } from "../scaffold/init-site.ts";
import { checkOldAddresses, makePage, type PagePlan, planPage } from "../scaffold/new-page.ts";
import { today } from "../shared/calendar.ts";
import { foldersUp } from "../shared/disk-path.ts";
import { Failure } from "../shared/failure.ts";
import { count } from "../shared/text.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { addCommonOptions, addVerbose, type CommonOptions, examples, rootOf, timed } from "./options.ts";
import { ask, canAsk, pc, shown, writeOut } from "./print.ts";

/** Adds `docgen init`. */
export function addInit(program: Command, { task }: Lifecycle): void {
  addVerbose(program.command("init"))
    .description("create a site: home page, guide, blog, package.json and workflows for GitHub")
    .argument("[dir]", "folder of the site; may contain a project, but not a site", ".")
    .addHelpText(...examples("README.md", "init my-site", "init"))
    .action(task(runInit));
}

async function runInit(dir: string, options: Pick<CommonOptions, "verbose">): Promise<number> {
  const root = resolve(dir);
  const { files, kept } = await timed(options, "files", () => initSite(root));
  const way = relative("", root);
  writeOut(shown`${pc.green("Created")} a site in ${way === "" ? "this folder" : way}: ${count(files, "file")}`);
  const hintOf = (path: string) => (path === ".gitignore" ? "; make sure that it lists build/ and .docgen/" : "");
  for (const path of kept) writeOut(`${path} is unchanged${hintOf(path)}`);
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

function quoted(text: string): string {
  return /^[\w./\\:@^~+-]+$/.test(text) ? text : JSON.stringify(text);
}

/** Properties of the page, as typed. */
interface Answers {
  readonly title?: string;
  readonly position?: string;
  readonly description?: string;
}

interface Field {
  readonly key: keyof Answers;
  readonly label: string;
  readonly faultOf?: (answer: string) => string | undefined;
}

const TITLE: Field = {
  key: "title",
  label: "Title",
  faultOf: (answer) => (answer.trim() === "" ? "a page needs a title" : undefined),
};
const POSITION: Field = {
  key: "position",
  label: "Position in the sidebar, a number",
  faultOf: (answer) => (/^(?:-?\d+(?:\.\d+)?)?$/.test(answer) ? undefined : `"${answer}" is not a number such as 3`),
};
const DESCRIPTION: Field = { key: "description", label: "Description, one sentence" };

/** Adds `docgen new`. */
export function addNew(program: Command, { task }: Lifecycle): void {
  addCommonOptions(program.command("new"))
    .description("create a page; in a terminal, ask for the options that you leave out")
    .argument("<path>", "path of the page, such as docs/guide/first-steps or blog/hello")
    .option("--title <text>", "title (default: made from the path)")
    .option("--position <n>", "position in the sidebar (default: after pages with a position)")
    .option("--description <text>", "one sentence for search results, cards and lists")
    .option(
      "--from <route>",
      "old route that redirects to the page; can be repeated",
      (route, all: readonly string[] = []) => [...all, route],
    )
    .addHelpText(...examples("README.md", "new docs/guide/first-steps", 'new blog/hello --title "Hello"'))
    .action(task(runNew));
}

async function runNew(
  path: string,
  options: CommonOptions & Answers & { readonly from?: readonly string[] },
): Promise<number> {
  const root = rootOf(options);
  const plan = await timed(options, "plan", () => planPage(root, path, today()));
  if (options.from !== undefined) await checkOldAddresses(root, options.from);
  const { title, position, description } = await answersFor(plan, options);
  await makePage(root, plan, {
    title,
    position: position === "" ? undefined : Number(position),
    description: description === "" ? undefined : description,
    aliases: options.from,
  });
  writeOut(shown`${pc.green("Created")} ${plan.path}`);
  return 0;
}

/** Takes properties from options, questions or defaults. @throws Failure (exit code 2) if one is invalid */
async function answersFor({ kind, path, texts }: PagePlan, options: Answers): Promise<Required<Answers>> {
  if (options.position !== undefined && kind !== "doc") {
    throw new Failure(2, `--position: only docs have a position in a sidebar, not ${path}; remove the option`);
  }
  const fields = kind === "doc" ? [TITLE, POSITION, DESCRIPTION] : [TITLE, DESCRIPTION];
  for (const { key, faultOf } of fields) {
    const answer = options[key];
    const fault = answer === undefined ? undefined : faultOf?.(answer);
    if (fault !== undefined) throw new Failure(2, `--${key}: ${fault}`);
  }
  const planned = { title: texts.title, position: String(texts.position ?? ""), description: "" };
  const open = canAsk() ? fields.filter(({ key }) => options[key] === undefined) : [];
  const answers = await ask(
    open.map(({ key, label, ...field }) => ({ ...field, text: label, fallback: planned[key] })),
  );
  if (answers === undefined) {
    const cause = "because the input ended before all questions were answered; run the command again";
    throw new Failure(2, `${path}: not created, ${cause}`);
  }
  const { title = planned.title, position = planned.position, description = planned.description } = options;
  const typed = Object.fromEntries(open.map(({ key }, index) => [key, answers[index] ?? ""]));
  return { title, position, description, ...typed };
}

interface VersionOptions extends CommonOptions {
  readonly docs?: string;
}

/** Adds `docgen version`. */
export function addVersion(program: Command, { task }: Lifecycle): void {
  addCommonOptions(program.command("version"))
    .description("keep a copy of the current docs as a version")
    .argument("<name>", "name of the version, such as 2.0")
    .option("--docs <id>", "id of the set of docs, if there are several")
    .addHelpText(...examples("src/config/README.md", "version 1.0"))
    .action(task(runVersion));
}

async function runVersion(name: string, options: VersionOptions): Promise<number> {
  const root = rootOf(options);
  const { folders, files, source, list } = await timed(options, "copies", () => cutVersion(root, name, options.docs));
  writeOut(shown`${pc.green("Cut")} version ${name}: ${count(files, "file")}, listed first in ${list}`);
  for (const folder of folders) writeOut(`  ${folder}/`);
  writeOut(`Write the next version in ${source}/.`);
  return 0;
}
