import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, extname, join, resolve } from "node:path";
import type { Loader, Plugin } from "esbuild";
import { parseJson } from "../../content/data-file.ts";
import { guardArguments } from "../../samples/sandbox.ts";
import { isFileInside } from "../../scaffold/copy-files.ts";
import { attempt } from "../../shared/attempt.ts";
import { contains, foldersUp } from "../../shared/disk-path.ts";
import { loadEsbuild, syntaxFaultOf } from "../../shared/esbuild.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import { readTimeLimit } from "../../shared/user-code/time-limit.ts";
import type { ConfigQuestion, Job, ModuleOutcome } from "../job.ts";
import { moduleExports, unknowns } from "./config-values.ts";
import { OUTSIDE } from "./list-tree.ts";
import { grantsIn, readableFolders } from "./module-grants.ts";
import type { ModuleAnswer, ModuleTask } from "./module-process.ts";
import { readFileText } from "./read-data.ts";

const PROCESS = join(TOOL_ROOT, "dist/migrate/read/module-process.js");
/** Files of docgen that the process loads. */
const OWN = [join(TOOL_ROOT, "dist"), join(TOOL_ROOT, "package.json")];
/** Packages that are stubbed even if they are installed, because docgen does their work itself. */
const STUBBED =
  /^(?:@docusaurus|@theme|@theme-original|@generated|@mdx-js|react|react-dom|prism-react-renderer|docusaurus-|remark-|rehype-|@easyops-cn|@getcanary|clsx)/;
/** Matches files that are modules of JavaScript, TypeScript or data. */
export const CODE = /\.(?:[cm]?[jt]sx?|json)$/;
const MAX_ANSWER = 20_000_000;
/** Time limit for the start of the process, in milliseconds. */
const MAX_START_MS = 60_000;

/**
 * Returns a function that runs modules in a separate process. That reads only the repository and `node_modules`, writes
 * nothing, starts no processes, signals none and opens no connections. Packages of Docusaurus, and those that aren't
 * installed, are replaced by stubs.
 *
 * @param root absolute path of the site's root
 * @param boundary real path of the folder outside of which no file is read
 * @param aliases of the site's folders in imports; filled once the configuration is read
 */
export function moduleRunner(root: string, boundary: string, aliases: Job["aliases"]) {
  const folders = readableFolders(root, boundary);
  const tree: Tree = { root, folders, grants: grantsIn(folders), aliases, plugins: new Set() };
  return (paths: readonly string[], config: string, question?: ConfigQuestion) =>
    runModules(tree, paths, config, question);
}

/** Runs a bundled module of the site as `moduleRunner` does. */
export async function runCode(
  code: string,
  { root, boundary }: Pick<Job, "root" | "boundary">,
): Promise<ModuleOutcome> {
  const folders = readableFolders(root, boundary);
  const task = { path: join(root, "components.cjs"), code, isConfig: false };
  const tree = { root, folders, grants: grantsIn(folders), aliases: new Map(), plugins: new Set<string>() };
  const { answers, fault } = await runProcess(tree, [task]);
  return answers[0] ?? { fault };
}

interface Tree {
  readonly root: string;
  readonly folders: readonly string[];
  /** Paths that modules may read. */
  readonly grants: readonly string[];
  readonly aliases: Job["aliases"];
  /** The plugins that the configuration names as modules of the site; known once it has run. */
  readonly plugins: Set<string>;
}

async function runModules(
  tree: Tree,
  paths: readonly string[],
  config: string,
  question: ConfigQuestion | undefined,
): Promise<Map<string, ModuleOutcome>> {
  const outcomes = new Map<string, ModuleOutcome>();
  const tasks: ModuleTask[] = [];
  const missing = new Map<string, readonly string[]>();
  for (const path of paths) {
    if (path.endsWith(".json")) {
      const parsed = parseJson(readFileText(path));
      outcomes.set(path, "fault" in parsed ? { fault: parsed.fault.message } : { exports: parsed.value });
      continue;
    }
    const bundled = await bundle(tree, path);
    if ("code" in bundled) {
      const plugins = path === config && question !== undefined ? await bundledPlugins(tree, path) : undefined;
      tasks.push({ path, code: bundled.code, isConfig: path === config, question, plugins });
      missing.set(path, bundled.missing);
    } else outcomes.set(path, bundled);
  }
  for (let rest = tasks; rest.length > 0; ) {
    const { answers, fault } = await runProcess(tree, rest);
    for (const { path, ...outcome } of answers) outcomes.set(path, { ...outcome, missing: missing.get(path) ?? [] });
    const unanswered = rest[answers.length];
    if (unanswered !== undefined) outcomes.set(unanswered.path, { fault });
    rest = rest.slice(answers.length + 1);
  }
  const answer = question === undefined ? outcomes.get(config) : undefined;
  for (const entry of answer === undefined ? [] : unknowns(moduleExports(answer).plugins)) {
    const [name] = [entry].flat();
    if (typeof name === "string" && localPath(name, tree.root, tree.root, tree.aliases)) tree.plugins.add(name);
  }
  return outcomes;
}

/** Code of the plugins that a configuration names as modules of the site, by these names. @param from its path */
async function bundledPlugins(tree: Tree, from: string): Promise<Record<string, string>> {
  const bundles = [...tree.plugins].map(async (name) => {
    const file = moduleFile(localPath(name, tree.root, dirname(from), tree.aliases) ?? name);
    const bundled = file !== undefined && CODE.test(file) ? await bundle(tree, file) : undefined;
    return bundled !== undefined && "code" in bundled ? [[name, bundled.code] as const] : [];
  });
  return Object.fromEntries((await Promise.all(bundles)).flat());
}

/** Runs modules in a process. @returns their answers in order, and why it ended if some are missing */
async function runProcess(
  { root, grants }: Tree,
  tasks: readonly ModuleTask[],
): Promise<{ answers: ModuleAnswer[]; fault: string }> {
  const limitS = readTimeLimit();
  const { PATH, SystemRoot } = process.env;
  const guard = guardArguments({ readable: [...grants, ...OWN] });
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

async function bundle(
  tree: Tree,
  path: string,
): Promise<{ readonly code: string; readonly missing: readonly string[] } | { readonly fault: string }> {
  const { build } = await loadEsbuild();
  const missing = new Set<string>();
  try {
    const result = await build({
      entryPoints: [path],
      absWorkingDir: dirname(path),
      bundle: true,
      platform: "node",
      format: "cjs",
      target: "node20",
      jsx: "automatic",
      write: false,
      logLevel: "silent",
      tsconfigRaw: "{}",
      plugins: [stubs(tree, path, missing)],
    });
    return { code: result.outputFiles[0]?.text ?? "", missing: [...missing] };
  } catch (error) {
    const { line, message } = syntaxFaultOf(error);
    return { fault: `${message} (line ${line})` };
  }
}

/**
 * Replaces packages by stubs; the site's own modules are bundled and keep their paths.
 *
 * @param missing to which imports of modules that aren't there are added
 */
function stubs({ root, folders, aliases }: Tree, entry: string, missing: Set<string>): Plugin {
  const isReadable = (path: string) => folders.some((folder) => isFileInside(path, folder));
  return {
    name: "docusaurus-stubs",
    setup(api) {
      api.onResolve({ filter: /.*/ }, ({ path, importer, namespace, resolveDir, kind }) => {
        if (kind === "entry-point") return { path };
        if (kind === "require-resolve" || isBuiltin(path)) return { path, external: true };
        if (importer === entry && namespace === "file" && !STUBBED.test(path) && !isModule(entry))
          return { path, namespace: "named", pluginData: resolveDir };
        const stub = { path, namespace: "stub" };
        const local = localPath(path, root, resolveDir, aliases);
        const file = local === undefined ? undefined : moduleFile(local);
        if (local !== undefined && file === undefined) missing.add(path);
        if (local !== undefined) return file !== undefined && isReadable(file) ? { path: file } : stub;
        return STUBBED.test(path) || !isInstalled(path, resolveDir) ? stub : undefined;
      });
      // Remembers where functions come from, as bundled ones have other names.
      api.onLoad({ filter: /.*/, namespace: "named" }, ({ path, pluginData }) => ({
        contents: `module.exports = docgenNamed(require(${JSON.stringify(path)}), ${JSON.stringify(path)});`,
        resolveDir: String(pluginData),
        loader: "js",
      }));
      api.onLoad({ filter: /.*/, namespace: "stub" }, ({ path }) => ({
        contents: `module.exports = docgenStub(${JSON.stringify(path)});`,
        loader: "js",
      }));
      api.onLoad({ filter: /.*/, namespace: "file" }, ({ path }) => {
        // The manifest of a package may name any file.
        if (!isReadable(path)) return { errors: [{ text: `${path} ${OUTSIDE}` }] };
        if (!CODE.test(path)) return { contents: `module.exports = ${JSON.stringify(path)};`, loader: "js" };
        const text = readFileText(path);
        if (path.endsWith(".json")) return { contents: text, loader: "json" };
        const code = text
          .replaceAll("import.meta.url", JSON.stringify(`file://${path}`))
          .replaceAll("import.meta.dirname", "__dirname")
          .replaceAll("import.meta.filename", "__filename");
        const needsNames =
          /\b__(?:dirname|filename)\b/.test(code) && !/(?:const|let|var)\s+__(?:dirname|filename)/.test(code);
        const names = `var __dirname = ${JSON.stringify(dirname(path))}, __filename = ${JSON.stringify(path)};`;
        const loader: Loader = /\.[cm]?ts$/.test(path) ? "ts" : path.endsWith(".tsx") ? "tsx" : "jsx";
        return { contents: needsNames ? names + code : code, loader };
      });
    },
  };
}

/** Whether Node reads a file as an ES module: its default imports of CommonJS are whole modules. */
function isModule(path: string): boolean {
  if (/\.m[jt]s$/.test(path)) return true;
  const manifest = foldersUp(dirname(path))
    .map((folder) => join(folder, "package.json"))
    .find((file) => existsSync(file));
  return manifest !== undefined && /"type":\s*"module"/.test(readFileText(manifest));
}

function isInstalled(name: string, folder: string): boolean {
  const [first = "", second = ""] = name.split("/");
  const packageName = first.startsWith("@") ? `${first}/${second}` : first;
  return foldersUp(folder).some((at) => existsSync(join(at, "node_modules", packageName)));
}

/** Absolute path of a module specifier, relative to a folder; undefined for a package. */
export function localPath(
  specifier: string,
  root: string,
  folder: string,
  aliases: Job["aliases"],
): string | undefined {
  for (const [name, path] of aliases)
    if (specifier === name || specifier.startsWith(`${name}/`)) return join(path, specifier.slice(name.length));
  if (specifier.startsWith("@site/")) return join(root, specifier.slice(6));
  // As webpack's `resolve.roots`; the site's own modules may also have absolute paths.
  if (specifier.startsWith("/") && !contains(root, specifier)) return join(root, specifier);
  return /^[./]/.test(specifier) ? resolve(folder, specifier) : undefined;
}

/** The file of a module path without an extension. */
export function moduleFile(path: string): string | undefined {
  const names = extname(path) !== "" && existsSync(path) ? [path] : [];
  const endings = ".js .jsx .ts .tsx .mjs .cjs .json /index.js /index.ts /index.tsx /index.jsx".split(" ");
  return [...names, ...endings.map((ending) => path + ending)].find((file) => existsSync(file) && extname(file) !== "");
}
