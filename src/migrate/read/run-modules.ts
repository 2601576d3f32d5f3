import { spawn } from "node:child_process";
import { once } from "node:events";
import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseJson } from "../../content/data-file.ts";
import { readFolder } from "../../engine/entries.ts";
import { guardArguments } from "../../samples/sandbox.ts";
import { attempt } from "../../shared/attempt.ts";
import { contains, foldersUp, slashedPath } from "../../shared/disk-path.ts";
import { infoOf } from "../../shared/file-info.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import { readTimeLimit } from "../../shared/user-code/time-limit.ts";
import type { ConfigQuestion, Job, ModuleOutcome } from "../job.ts";
import { bundleModule, type ModuleTree } from "./bundle-module.ts";
import { moduleExports, unknowns } from "./config-values.ts";
import { CODE, localPath, moduleFile } from "./module-paths.ts";
import type { ModuleAnswer, ModuleTask } from "./module-process.ts";
import { readFileText } from "./read-data.ts";

const PROCESS = join(TOOL_ROOT, "dist/migrate/read/module-process.js");
/** Files of docgen that the process loads. */
const OWN = [join(TOOL_ROOT, "dist"), join(TOOL_ROOT, "package.json")];
const MAX_ANSWER = 20_000_000;
/** Time limit for the start of the process, in milliseconds. */
const MAX_START_MS = 60_000;

/**
 * Creates a runner of modules. Its process reads only the repository and `node_modules`, writes nothing, starts no
 * processes, signals none and opens no connections. Packages of Docusaurus, and those that aren't installed, are
 * replaced by stubs.
 *
 * @param root absolute path of the site's root
 * @param boundary real path of the folder outside of which no file is read
 * @param aliases of the site's folders in imports; filled once the configuration is read
 * @param config absolute path of the configuration
 */
export function moduleRunner(root: string, boundary: string, aliases: Job["aliases"], config: string) {
  const folders = readableFolders(root, boundary);
  const tree: RunTree = { root, config, folders, grants: grantsIn(folders), aliases, plugins: new Set() };
  return {
    run: (paths: readonly string[], question?: ConfigQuestion) => runModules(tree, paths, question),
    runCode: async (code: string): Promise<ModuleOutcome> => {
      const task = { path: join(root, "components.cjs"), code, isConfig: false };
      const { answers, fault } = await runProcess(tree, [task]);
      return answers[0] ?? { fault };
    },
  };
}

interface RunTree extends ModuleTree {
  readonly config: string;
  /** Paths that modules may read. */
  readonly grants: readonly string[];
  /** The plugins that the configuration names as modules of the site; known once it has run. */
  readonly plugins: Set<string>;
}

async function runModules(
  tree: RunTree,
  paths: readonly string[],
  question: ConfigQuestion | undefined,
): Promise<Map<string, ModuleOutcome>> {
  const { config } = tree;
  const outcomes = new Map<string, ModuleOutcome>();
  const tasks: ModuleTask[] = [];
  const missing = new Map<string, readonly string[]>();
  for (const path of paths) {
    if (path.endsWith(".json")) {
      const parsed = parseJson(readFileText(path));
      outcomes.set(path, "fault" in parsed ? { fault: parsed.fault.message } : { exports: parsed.value });
      continue;
    }
    const bundled = await bundleModule(tree, path);
    if ("code" in bundled) {
      const plugins = path === config && question !== undefined ? await bundledPlugins(tree) : undefined;
      tasks.push({ path, code: bundled.code, isConfig: path === config, question, plugins });
      missing.set(path, bundled.missing);
    } else outcomes.set(path, bundled);
  }
  for (let rest = tasks; rest.length > 0; ) {
    const { answers, fault } = await runProcess(tree, rest);
    for (const { path, ...outcome } of answers)
      outcomes.set(path, { ...outcome, missing: [...(missing.get(path) ?? []), ...(outcome.missing ?? [])] });
    const unanswered = rest[answers.length];
    if (unanswered !== undefined) outcomes.set(unanswered.path, { fault });
    rest = rest.slice(answers.length + 1);
  }
  const answer = question === undefined ? outcomes.get(config) : undefined;
  const { plugins, themes } = answer === undefined ? {} : moduleExports(answer);
  for (const entry of [...unknowns(plugins), ...unknowns(themes)]) {
    const [name] = [entry].flat();
    if (typeof name === "string" && localPath(name, tree.root, tree.root, tree.aliases)) tree.plugins.add(name);
  }
  return outcomes;
}

/** Code of the plugins that a configuration names as modules of the site, by these names. */
async function bundledPlugins(tree: RunTree): Promise<Record<string, string>> {
  const bundles = [...tree.plugins].map(async (name) => {
    const file = moduleFile(localPath(name, tree.root, dirname(tree.config), tree.aliases) ?? name);
    const bundled = file !== undefined && CODE.test(file) ? await bundleModule(tree, file) : undefined;
    return bundled !== undefined && "code" in bundled ? [[name, bundled.code] as const] : [];
  });
  return Object.fromEntries((await Promise.all(bundles)).flat());
}

/** Runs modules in a process. @returns their answers in order, and why it ended if some are missing */
async function runProcess(
  { root, grants }: RunTree,
  tasks: readonly ModuleTask[],
): Promise<{ answers: ModuleAnswer[]; fault: string }> {
  const limitS = readTimeLimit();
  const { PATH, SystemRoot } = process.env;
  const guard = guardArguments([...grants, ...OWN]);
  const child = spawn(process.execPath, [...guard, "--no-warnings", "--max-old-space-size=512", PROCESS], {
    // Docusaurus runs in this folder, and configurations may read files relative to it.
    cwd: root,
    // Pipes, as the guard closes what it finds at the standard streams.
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    env: { PATH, NODE_ENV: "production", ...(SystemRoot === undefined ? {} : { SystemRoot }) },
  });
  let fault = "its process ended early";
  let text = "";
  const kill = (why: string) => {
    fault = why;
    child.kill("SIGKILL");
  };
  const late = `does not finish within ${limitS} s; set DOCGEN_TIME_LIMIT to a higher number of seconds`;
  let timer = setTimeout(kill, MAX_START_MS, "does not start within a minute");
  child.stdout?.resume();
  child.stderr?.resume();
  const out = child.stdio[3] as NodeJS.ReadableStream;
  out.setEncoding("utf8");
  out.on("data", (chunk: string) => {
    text += chunk;
    if (text.length > MAX_ANSWER) kill("exports more than 20 MB");
    if (!chunk.includes("\n")) return;
    clearTimeout(timer);
    timer = setTimeout(kill, limitS * 1000, late);
    // All answers are there: kill the process, as something that a module started may keep it alive.
    if (text.split("\n").length > tasks.length + 1) child.kill("SIGKILL");
  });
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(JSON.stringify(tasks));
  await once(child, "close").catch(() => undefined);
  clearTimeout(timer);
  // The first line says that the process has begun.
  const [, ...lines] = text.split("\n");
  const answers = lines.flatMap((line, index): ModuleAnswer[] => {
    // A module may itself write to this descriptor.
    const answer = attempt(() => JSON.parse(line) as ModuleAnswer | null);
    return answer && answer.path === tasks[index]?.path ? [answer] : [];
  });
  return { answers, fault };
}

/** Maximum number of paths that a process may be granted, as command lines are limited. */
const MAX_GRANTS = 4000;

/** The folders that modules of a site may read: the boundary, and `node_modules` above the site. Real paths. */
export function readableFolders(root: string, boundary: string): string[] {
  const packages = foldersUp(root)
    .map((folder) => join(folder, "node_modules"))
    .filter((folder) => infoOf(folder)?.isDirectory() === true)
    .map((folder) => realpathSync(folder))
    // A link of this name may lead anywhere.
    .filter((folder) => basename(folder) === "node_modules" && !contains(boundary, folder));
  return [boundary, ...new Set(packages)];
}

/**
 * The paths to grant to a process so that it reads only what is in some folders. Node compares paths as they are
 * written, so what is granted must hold no link that leads out. A folder with such a link is granted entry by entry.
 *
 * @param folders real paths
 */
function grantsIn(folders: readonly string[]): string[] {
  const links = folders.flatMap((folder) => linksIn(folder, folders));
  if (!links.some(({ leadsOut }) => leadsOut)) return folders.filter(isLiteral);
  // From any linked folder, `..` leads to where a path as it is written does not, so to a link that leads out, too.
  const refused = new Set(links.filter(({ leadsOut, isFolder }) => leadsOut || isFolder).map(({ path }) => path));
  const inside = new Set([...refused].flatMap(foldersUp));
  const grant = (path: string): string[] => {
    if (refused.has(path)) return [];
    if (!inside.has(path)) return [path].filter(isLiteral);
    if (basename(path) === "node_modules") return [];
    return readFolder(path, "").flatMap(({ name }) => grant(join(path, name)));
  };
  const granted = folders.flatMap(grant);
  return granted.length > MAX_GRANTS ? [] : granted;
}

/** A `*` in a granted path stands for any characters. */
function isLiteral(path: string): boolean {
  return !path.includes("*");
}

interface TreeLink {
  readonly path: string;
  readonly isFolder: boolean;
  readonly leadsOut: boolean;
}

/** The links in a folder. Names that aren't UTF-8 count as links: no path can name what they stand for. */
function linksIn(folder: string, readable: readonly string[]): TreeLink[] {
  const depth = (path: string) => (path === "" ? 0 : path.split("/").length);
  const visit = (path: string): TreeLink[] =>
    readFolder(folder, path).flatMap(({ name, kind, link, bytes }): TreeLink[] => {
      const inner = path === "" ? name : `${path}/${name}`;
      if (kind === "folder" && link === undefined) return visit(inner);
      if (bytes !== undefined) return [{ path: join(folder, inner), isFolder: true, leadsOut: true }];
      // Empty is the target of a broken link, and of one to the folder itself.
      if (link === undefined || (link === "" && kind !== "folder")) return [];
      const target = join(folder, link);
      const home = readable.find((granted) => contains(granted, target));
      // A link to a folder nearer to the top leads out with `..` sooner than a path as it is written.
      const isHigher = home !== undefined && depth(slashedPath(home, target)) < depth(inner);
      const isFolder = kind === "folder";
      return [{ path: join(folder, inner), isFolder, leadsOut: home === undefined || (isFolder && isHigher) }];
    });
  return visit("");
}
