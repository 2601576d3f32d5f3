import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, extname, join, resolve } from "node:path";
import type { BuildFailure, Loader, Plugin } from "esbuild";
import { parseJson } from "../content/data-file.ts";
import { contains } from "../shared/disk-path.ts";
import { loadEsbuild } from "../shared/esbuild.ts";
import { readRegular } from "../shared/regular-file.ts";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import { readTimeLimit } from "../shared/user-code/time-limit.ts";
import type { ModuleAnswer, ModuleTask } from "./module-process.ts";

/** What a module exports as plain data, or why that is not known. */
export type ModuleOutcome = { readonly exports: unknown } | { readonly fault: string };

const PROCESS = join(TOOL_ROOT, "dist/migrate/module-process.js");
/** Packages that are stubbed even where they are installed: what they make is docgen's own matter. */
const STUBBED =
  /^(?:@docusaurus|@theme|@theme-original|@generated|@mdx-js|react|react-dom|prism-react-renderer|docusaurus-|remark-|rehype-|@easyops-cn|@getcanary|clsx)/;
/** Files that are modules of JavaScript, TypeScript or data. */
export const CODE = /\.(?:[cm]?[jt]sx?|json)$/;
const MAX_ANSWER = 20_000_000;

/**
 * Runs modules of a Docusaurus site in a process of its own, which may neither write nor start others. Its packages
 * are stubbed where they are Docusaurus' or are not installed.
 *
 * @param root the site's root
 * @param boundary no file outside it is read
 * @param paths absolute paths of the modules
 * @param config the one of them whose export is the configuration
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
      outcomes.set(path, readJson(path));
      continue;
    }
    const bundled = await bundle(root, boundary, path);
    if ("code" in bundled) tasks.push({ path, code: bundled.code, isConfig: path === config });
    else outcomes.set(path, bundled);
  }
  for (let rest = tasks; rest.length > 0; ) {
    const { answers, fault } = await runProcess(rest);
    for (const { path, ...outcome } of answers) outcomes.set(path, outcome);
    const lost = rest[answers.length];
    if (lost !== undefined) outcomes.set(lost.path, { fault });
    rest = rest.slice(answers.length + 1);
  }
  return outcomes;
}

function readJson(path: string): ModuleOutcome {
  const parsed = parseJson(readRegular(path).toString("utf8"));
  return "fault" in parsed ? { fault: parsed.fault.message } : { exports: parsed.value };
}

async function runProcess(tasks: readonly ModuleTask[]): Promise<{ answers: ModuleAnswer[]; fault: string }> {
  const limitS = readTimeLimit();
  const known = process.allowedNodeEnvironmentFlags;
  const permission = known.has("--permission") ? "--permission" : "--experimental-permission";
  const child = spawn(
    process.execPath,
    [permission, "--allow-fs-read=*", "--no-warnings", "--max-old-space-size=512", PROCESS],
    {
      stdio: ["pipe", "ignore", "ignore", "pipe"],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        ...(process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot }),
      },
    },
  );
  let fault = "ends its process";
  let text = "";
  const kill = (why: string) => {
    fault = why;
    child.kill("SIGKILL");
  };
  let timer = setTimeout(() => kill(`is not read within ${limitS} s; DOCGEN_TIME_LIMIT sets how many`), limitS * 1000);
  const out = child.stdio[3] as NodeJS.ReadableStream;
  out.setEncoding("utf8");
  out.on("data", (chunk: string) => {
    text += chunk;
    if (text.length > MAX_ANSWER) kill("exports more than 20 MB");
    if (!chunk.includes("\n")) return;
    clearTimeout(timer);
    // What a module leaves running would keep the process.
    if (text.split("\n").length > tasks.length) child.kill("SIGKILL");
    timer = setTimeout(() => kill(`is not read within ${limitS} s; DOCGEN_TIME_LIMIT sets how many`), limitS * 1000);
  });
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(JSON.stringify(tasks));
  await new Promise<void>((done) => {
    child.on("close", () => done());
    child.on("error", () => done());
  });
  clearTimeout(timer);
  const lines = text.split("\n").slice(0, -1);
  const answers = lines.flatMap((line, index): ModuleAnswer[] => {
    try {
      const answer = JSON.parse(line) as ModuleAnswer;
      return answer.path === tasks[index]?.path ? [answer] : [];
    } catch {
      // A module that writes where the answers go.
      return [];
    }
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

/** What is no code of the site is stubbed; its own modules know where they stand. */
function stubs(root: string, boundary: string): Plugin {
  return {
    name: "docusaurus-stubs",
    setup(api) {
      api.onResolve({ filter: /.*/ }, ({ path, resolveDir, kind }) => {
        if (kind === "entry-point") return { path };
        if (kind === "require-resolve") return { path, external: true };
        if (builtinModules.includes(path.replace(/^node:/, ""))) return { path, external: true };
        const own = path.startsWith("@site/")
          ? join(root, path.slice(6))
          : /^[./]/.test(path)
            ? resolve(resolveDir, path)
            : undefined;
        if (own !== undefined) {
          const file = fileOf(own);
          return file !== undefined && contains(boundary, file) ? { path: file } : { path, namespace: "stub" };
        }
        if (STUBBED.test(path)) return { path, namespace: "stub" };
        return isInstalled(path, resolveDir) ? undefined : { path, namespace: "stub" };
      });
      api.onLoad({ filter: /.*/, namespace: "stub" }, ({ path }) => ({
        contents: `module.exports = docgenStub(${JSON.stringify(path)});`,
        loader: "js",
      }));
      api.onLoad({ filter: /.*/, namespace: "file" }, ({ path }) => {
        if (!CODE.test(path)) return { contents: `module.exports = ${JSON.stringify(path)};`, loader: "js" };
        const text = readRegular(path).toString("utf8");
        if (path.endsWith(".json")) return { contents: text, loader: "json" };
        const names = `var __dirname = ${JSON.stringify(dirname(path))}, __filename = ${JSON.stringify(path)};`;
        const url = JSON.stringify(`file://${path}`);
        const contents = text
          .replaceAll("import.meta.url", url)
          .replaceAll("import.meta.dirname", "__dirname")
          .replaceAll("import.meta.filename", "__filename");
        const loader: Loader = /\.[cm]?ts$/.test(path) ? "ts" : path.endsWith(".tsx") ? "tsx" : "jsx";
        return {
          contents:
            /\b__(?:dirname|filename)\b/.test(contents) && !/(?:const|let|var)\s+__(?:dirname|filename)/.test(contents)
              ? names + contents
              : contents,
          loader,
        };
      });
    },
  };
}

function isInstalled(name: string, folder: string): boolean {
  const [first = "", second = ""] = name.split("/");
  const own = first.startsWith("@") ? `${first}/${second}` : first;
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, "node_modules", own))) return true;
    if (dirname(at) === at) return false;
  }
}

/** The file that a module names without its ending. */
export function fileOf(path: string): string | undefined {
  const names = extname(path) !== "" && existsSync(path) ? [path] : [];
  const endings = ".js .jsx .ts .tsx .mjs .cjs .json /index.js /index.ts /index.tsx /index.jsx".split(" ");
  return [...names, ...endings.map((ending) => path + ending)].find((file) => existsSync(file) && extname(file) !== "");
}
