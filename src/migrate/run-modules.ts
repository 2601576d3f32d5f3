import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, extname, join, resolve } from "node:path";
import type { BuildFailure, Loader, Plugin } from "esbuild";
import { parseJson } from "../content/data-file.ts";
import { attempt } from "../shared/attempt.ts";
import { contains, foldersUp } from "../shared/disk-path.ts";
import { loadEsbuild } from "../shared/esbuild.ts";
import { readRegular } from "../shared/regular-file.ts";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import { readTimeLimit } from "../shared/user-code/time-limit.ts";
import type { ModuleAnswer, ModuleTask } from "./module-process.ts";

/** The exports of a module as plain data, or the reason why they are unknown. */
export type ModuleOutcome = { readonly exports: unknown } | { readonly fault: string };

const PROCESS = join(TOOL_ROOT, "dist/migrate/module-process.js");
/** Packages that are stubbed even if they are installed, because docgen does their work itself. */
const STUBBED =
  /^(?:@docusaurus|@theme|@theme-original|@generated|@mdx-js|react|react-dom|prism-react-renderer|docusaurus-|remark-|rehype-|@easyops-cn|@getcanary|clsx)/;
/** Matches files that are modules of JavaScript, TypeScript or data. */
export const CODE = /\.(?:[cm]?[jt]sx?|json)$/;
const MAX_ANSWER = 20_000_000;

/**
 * Runs modules of a Docusaurus site in a separate process, which can neither write files nor start processes. Packages
 * of Docusaurus, and those that aren't installed, are replaced by stubs.
 *
 * @param root absolute path of the site's root
 * @param boundary absolute path of the folder outside of which no file is read
 * @param paths absolute paths of the modules
 * @param config path of the configuration, if it is one of them
 * @returns outcomes by path
 */
export async function runModules(
  root: string,
  boundary: string,
  paths: readonly string[],
  config?: string,
): Promise<Map<string, ModuleOutcome>> {
  const outcomes = new Map<string, ModuleOutcome>();
  const tasks: ModuleTask[] = [];
  for (const path of paths) {
    if (path.endsWith(".json")) {
      const parsed = parseJson(readRegular(path).toString("utf8"));
      outcomes.set(path, "fault" in parsed ? { fault: parsed.fault.message } : { exports: parsed.value });
      continue;
    }
    const bundled = await bundle(root, boundary, path);
    if ("code" in bundled) tasks.push({ path, code: bundled.code, isConfig: path === config });
    else outcomes.set(path, bundled);
  }
  for (let rest = tasks; rest.length > 0; ) {
    const { answers, fault } = await runProcess(root, rest);
    for (const { path, ...outcome } of answers) outcomes.set(path, outcome);
    const lost = rest[answers.length];
    if (lost !== undefined) outcomes.set(lost.path, { fault });
    rest = rest.slice(answers.length + 1);
  }
  return outcomes;
}

/** Runs modules in a process. @returns their answers in order, and why it ended if some are missing */
async function runProcess(
  root: string,
  tasks: readonly ModuleTask[],
): Promise<{ answers: ModuleAnswer[]; fault: string }> {
  const limitS = readTimeLimit();
  const { PATH, SystemRoot } = process.env;
  const isKnown = process.allowedNodeEnvironmentFlags.has("--permission");
  const permission = isKnown ? "--permission" : "--experimental-permission";
  const args = [permission, "--allow-fs-read=*", "--no-warnings", "--max-old-space-size=512", PROCESS];
  const child = spawn(process.execPath, args, {
    // Docusaurus runs in this folder, and configurations may read files relative to it.
    cwd: root,
    stdio: ["pipe", "ignore", "ignore", "pipe"],
    env: { PATH, NODE_ENV: "production", ...(SystemRoot === undefined ? {} : { SystemRoot }) },
  });
  let fault = "ends its process";
  let text = "";
  const kill = (why: string) => {
    fault = why;
    child.kill("SIGKILL");
  };
  const late = `is not read within ${limitS} s; DOCGEN_TIME_LIMIT sets how many`;
  const timer = setTimeout(kill, limitS * 1000, late);
  const out = child.stdio[3] as NodeJS.ReadableStream;
  out.setEncoding("utf8");
  out.on("data", (chunk: string) => {
    text += chunk;
    if (text.length > MAX_ANSWER) kill("exports more than 20 MB");
    if (!chunk.includes("\n")) return;
    timer.refresh();
    // All answers are there: kill the process, as something that a module started may keep it alive.
    if (text.split("\n").length > tasks.length) child.kill("SIGKILL");
  });
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(JSON.stringify(tasks));
  await once(child, "close").catch(() => undefined);
  clearTimeout(timer);
  const answers = text.split("\n").flatMap((line, index): ModuleAnswer[] => {
    // A module may itself write to this descriptor.
    const answer = attempt(() => JSON.parse(line) as ModuleAnswer | null);
    return answer && answer.path === tasks[index]?.path ? [answer] : [];
  });
  return { answers, fault };
}

async function bundle(root: string, boundary: string, path: string): Promise<{ code: string } | { fault: string }> {
  const { build } = await loadEsbuild();
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
      plugins: [stubs(root, boundary)],
    });
    return { code: result.outputFiles[0]?.text ?? "" };
  } catch (error) {
    const { errors = [] } = error as Partial<BuildFailure>;
    const [first] = errors;
    if (first === undefined) throw error;
    const line = first.location === null ? "" : ` (line ${first.location.line})`;
    return { fault: `${first.text}${line}` };
  }
}

/** Replaces packages by stubs; the site's own modules are bundled and keep their paths. */
function stubs(root: string, boundary: string): Plugin {
  return {
    name: "docusaurus-stubs",
    setup(api) {
      api.onResolve({ filter: /.*/ }, ({ path, resolveDir, kind }) => {
        if (kind === "entry-point") return { path };
        if (kind === "require-resolve" || isBuiltin(path)) return { path, external: true };
        const stub = { path, namespace: "stub" };
        const own = localPath(path, root, resolveDir);
        const file = own === undefined ? undefined : moduleFile(own);
        if (own !== undefined) return file !== undefined && contains(boundary, file) ? { path: file } : stub;
        return STUBBED.test(path) || !isInstalled(path, resolveDir) ? stub : undefined;
      });
      api.onLoad({ filter: /.*/, namespace: "stub" }, ({ path }) => ({
        contents: `module.exports = docgenStub(${JSON.stringify(path)});`,
        loader: "js",
      }));
      api.onLoad({ filter: /.*/, namespace: "file" }, ({ path }) => {
        if (!CODE.test(path)) return { contents: `module.exports = ${JSON.stringify(path)};`, loader: "js" };
        const text = readRegular(path).toString("utf8");
        if (path.endsWith(".json")) return { contents: text, loader: "json" };
        const own = text
          .replaceAll("import.meta.url", JSON.stringify(`file://${path}`))
          .replaceAll("import.meta.dirname", "__dirname")
          .replaceAll("import.meta.filename", "__filename");
        const needsNames =
          /\b__(?:dirname|filename)\b/.test(own) && !/(?:const|let|var)\s+__(?:dirname|filename)/.test(own);
        const names = `var __dirname = ${JSON.stringify(dirname(path))}, __filename = ${JSON.stringify(path)};`;
        const loader: Loader = /\.[cm]?ts$/.test(path) ? "ts" : path.endsWith(".tsx") ? "tsx" : "jsx";
        return { contents: needsNames ? names + own : own, loader };
      });
    },
  };
}

function isInstalled(name: string, folder: string): boolean {
  const [first = "", second = ""] = name.split("/");
  const own = first.startsWith("@") ? `${first}/${second}` : first;
  return foldersUp(folder).some((at) => existsSync(join(at, "node_modules", own)));
}

/** Absolute path of a module specifier, relative to a folder; undefined for a package. */
export function localPath(specifier: string, root: string, folder: string): string | undefined {
  if (specifier.startsWith("@site/")) return join(root, specifier.slice(6));
  return /^[./]/.test(specifier) ? resolve(folder, specifier) : undefined;
}

/** The file of a module path without an extension. */
export function moduleFile(path: string): string | undefined {
  const names = extname(path) !== "" && existsSync(path) ? [path] : [];
  const endings = ".js .jsx .ts .tsx .mjs .cjs .json /index.js /index.ts /index.tsx /index.jsx".split(" ");
  return [...names, ...endings.map((ending) => path + ending)].find((file) => existsSync(file) && extname(file) !== "");
}
