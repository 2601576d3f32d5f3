import childProcess from "node:child_process";
import fs, { readFileSync, writeSync } from "node:fs";
import Module, { createRequire, syncBuiltinESMExports } from "node:module";
import { dirname } from "node:path";
import { runInThisContext } from "node:vm";
import { attempt } from "../../shared/attempt.ts";
import type { ConfigQuestion, ModuleOutcome } from "../job.ts";
import {
  changedPages,
  compiledSheets,
  givenByPlugins,
  globalData,
  redirectsTo,
  sidebarOptions,
} from "./config-answers.ts";
import { SAMPLE_PAGE } from "./config-values.ts";
import { configIn, lacks, REDIRECTS, stub, stubFor, withoutStubs, withPresets } from "./module-stubs.ts";
import {
  absent,
  isAbsent,
  isRefusal,
  noteRefusal,
  refused,
  variables,
  watch,
  withEmptyAnswers,
  withVariables,
} from "./refusals.ts";
import { generatedSidebars } from "./sidebar-items.ts";

/** A bundled module. If it is the configuration and exports a function, that is called. */
export interface ModuleTask {
  readonly path: string;
  readonly code: string;
  readonly isConfig: boolean;
  readonly question?: ConfigQuestion | undefined;
  /** Code of the plugins that a configuration names as modules of the site, by these names. */
  readonly plugins?: Readonly<Record<string, string>> | undefined;
}

/** The exports of a module as JSON; functions and stubs become objects with a `$` key. */
export type ModuleAnswer = ModuleOutcome & { readonly path: string };

/** File descriptor for answers, as modules may use the standard streams. */
const ANSWERS = 3;

/** The specifiers of the modules from which the configuration imports functions. */
const origins = new WeakMap<object, string>();

function named(exports: unknown, specifier: string): unknown {
  const members = typeof exports === "object" && exports !== null ? Object.values(exports) : [exports];
  for (const member of members) if (typeof member === "function") origins.set(member, specifier);
  return exports;
}

/** Languages of the site whose configuration runs, the default one first. */
let locales: readonly string[] = [];

/** What a function gives as the address for editing a sample page, by language. */
function editAddresses(editUrl: (page: object) => unknown): unknown {
  const { dir, path } = SAMPLE_PAGE;
  const ofDocs = { version: "current", versionDocsDirPath: dir, docPath: path };
  const ofOthers = { blogDirPath: dir, blogPath: path, pagesDirPath: dir, pagesPath: path };
  return locales.map((locale) => {
    const address = attempt(() => editUrl({ ...ofDocs, ...ofOthers, permalink: `/${path}`, locale }));
    return { locale, address: typeof address === "string" ? address : null };
  });
}

function plain(key: string, value: unknown): unknown {
  if (typeof value === "function") {
    if (key === "editUrl") return { $function: value.name, addresses: editAddresses(value as () => unknown) };
    // Some are well known by what they do.
    if (/^create(?:Feed|Sitemap)Items$/.test(key)) return { $function: value.name, code: String(value) };
    const $package = origins.get(value);
    return $package === undefined ? { $function: value.name } : { $package };
  }
  if (typeof value === "bigint" || typeof value === "symbol") return String(value);
  return value instanceof RegExp ? { $regexp: String(value) } : value;
}

/** A module of the site with a computed name that doesn't exist. */
class MissingModule extends Error {
  readonly code = "MODULE_NOT_FOUND";
}

async function run(task: ModuleTask): Promise<unknown> {
  try {
    return await evaluate(task, false);
  } catch (error) {
    // The code doesn't handle the missing module, such as a generated file, but the rest of its value is useful.
    if (error instanceof MissingModule) return evaluate(task, true);
    if (!task.isConfig || !(isRefusal(error) || isAbsent(error))) throw error;
    // What it gets instead is told for each call.
    const refusals = [...refused];
    refused.clear();
    try {
      return await withEmptyAnswers(() => evaluate(task, true));
    } catch {
      // It needs more than the answer.
      refused.clear();
      absent.clear();
      for (const refusal of refusals) refused.add(refusal);
      throw error;
    }
  }
}

/** Loads a module whose name is computed: bundlers only include those with literal names. */
function loadLocal(name: string, requireHere: NodeJS.Require, hasStubs: boolean): unknown {
  if (attempt(() => requireHere.resolve(name)) === undefined && !hasStubs)
    throw new MissingModule(`Cannot find module '${name}'`);
  const exports = loadOrStub(name, requireHere);
  const names = Object.keys(Object(exports)).filter((key) => key !== "__esModule");
  // Docusaurus loads an ES module with nothing but a default export as that.
  return names.join() === "default" ? (exports as { readonly default: unknown }).default : exports;
}

function loadOrStub(name: string, requireHere: NodeJS.Require): unknown {
  try {
    return requireHere(name);
  } catch (error) {
    if (isRefusal(error)) throw error;
    return stubFor(name);
  }
}

/** @param hasStubs whether modules that aren't there are stubs; otherwise they throw, as code may expect */
async function evaluate(task: ModuleTask, hasStubs: boolean): Promise<unknown> {
  const { path, code, isConfig, question, plugins = {} } = task;
  const requireHere = createRequire(path);
  const resolve = (name: string) => attempt(() => requireHere.resolve(name)) ?? name;
  // Modules call `createRequire` themselves for packages that may not be installed.
  const createOwn = () => Object.assign((name: string) => loadOrStub(name, requireHere), { resolve });
  const load = Object.assign(
    (name: string): unknown => {
      if (/^(?:node:)?module$/.test(name)) return { ...(requireHere(name) as object), createRequire: createOwn };
      return /^[./]/.test(name) ? loadLocal(name, requireHere, hasStubs) : requireHere(name);
    },
    { resolve },
  );
  const exportsOf = async (text: string): Promise<unknown> => {
    const module: { exports: unknown } = { exports: {} };
    const source = `(async function (require, module, exports, __filename, __dirname) {${text}\n})`;
    const wrapped = runInThisContext(source, { filename: path }) as (...parameters: unknown[]) => Promise<void>;
    await wrapped(load, module, module.exports, path, dirname(path));
    return module.exports;
  };
  Object.assign(globalThis, { docgenStub: stubFor, docgenNamed: named });
  const exports = await exportsOf(code);
  if (!isConfig) return exports;
  const whole = configIn(exports) as { readonly default?: unknown } | undefined;
  const returned = configIn(whole?.default ?? whole);
  const config = withPresets(
    configIn(await (typeof returned === "function" ? (returned as () => unknown)() : returned)),
  );
  const { i18n } = config as { readonly i18n?: { readonly defaultLocale?: string; readonly locales?: string[] } };
  const { defaultLocale = "en", locales: all = [] } = i18n ?? {};
  locales = [defaultLocale, ...all.filter((name) => name !== defaultLocale)];
  if (question === undefined) return config;
  const plugin = (name: string) => (plugins[name] === undefined ? requireHere(name) : exportsOf(plugins[name]));
  if (question === "global data") return globalData(config, plugin, noteRefusal);
  if (question === "plugins") return givenByPlugins(config, plugin);
  if ("sheets" in question) return compiledSheets(question.sheets, requireHere, noteRefusal);
  if ("set" in question) return generatedSidebars(question, sidebarOptions(config, question.set));
  return "pages" in question ? changedPages(question.pages, config) : redirectsTo(question.routes, config, plugin);
}

// Modules that the configuration names as plugins aren't bundled, so they would load the plugin for redirects itself.
const loader = Module as unknown as { _load: (name: string, ...rest: unknown[]) => unknown };
const { _load } = loader;
loader._load = (name, ...rest) => (REDIRECTS.test(name) ? stub(name) : _load(name, ...rest));

// Node's permission model lets this function throw, which no caller expects.
const { existsSync } = fs;
fs.existsSync = (path) => attempt(() => existsSync(path)) ?? false;
for (const module of [fs, fs.promises, childProcess]) watch(module as unknown as Record<string, unknown>);
syncBuiltinESMExports();
(process as NodeJS.EventEmitter).on("docgen:refused", noteRefusal);

// The time limit is for the modules, not for the start of this process.
writeSync(ANSWERS, "\n");
const tasks = JSON.parse(readFileSync(0, "utf8")) as readonly ModuleTask[];
for (const task of tasks) {
  const { path } = task;
  let answer: ModuleAnswer;
  for (const told of [refused, absent, variables, lacks]) told.clear();
  try {
    const value = await (task.isConfig ? withVariables(() => run(task)) : run(task));
    const exports: unknown = JSON.parse(withoutStubs(JSON.stringify(value ?? null, plain)));
    const told = { refused: [...refused], missing: [...absent], variables: [...variables] };
    answer = { path, exports, ...told, lacks: [...lacks.values()] };
  } catch (error) {
    noteRefusal(error);
    answer = { path, fault: error instanceof Error ? error.message : String(error), refused: [...refused] };
  }
  for (let rest = Buffer.from(`${JSON.stringify(answer)}\n`); rest.length > 0; )
    rest = rest.subarray(writeSync(ANSWERS, rest));
}
