import { siteLocales } from "../config/locales.ts";
import { treeName, type VersionTree } from "../content/version-trees.ts";
import { createEngine, type Engine, type EngineOptions } from "../engine/engine.ts";
import { NO_STORE } from "../engine/result-store.ts";
import type { DefineTask, TaskDef } from "../engine/task.ts";
import { createHighlightPool, type ThreadWork } from "../highlight/pool.ts";
import type { Problem } from "../shared/problem.ts";
import { createBundleTasks } from "./bundles/bundle-tasks.ts";
import { createClientTask } from "./bundles/site-styles.ts";
import { createChecks, type SiteChecks } from "./checks.ts";
import { createExtensionThread } from "./extensions/extension-thread.ts";
import { createCompilerTask, createMadePageTasks } from "./extensions/site-code-tasks.ts";
import { createApiTasks } from "./inputs/api-tasks.ts";
import { createConfigTasks } from "./inputs/config-tasks.ts";
import { createContentTasks } from "./inputs/content-tasks.ts";
import { createVersionTreesTask, dropChanged } from "./inputs/read-version-trees.ts";
import { madeName, type Site } from "./model/site.ts";
import { createSiteTask } from "./model/site-task.ts";
import { createExtensionTasks } from "./outputs/extension-tasks.ts";
import { createSearchTasks } from "./outputs/search-tasks.ts";
import { createOutputs, type SiteOutputs } from "./outputs.ts";
import { createApiPageTasks } from "./pages/api-pages.ts";
import { createContextTasks } from "./pages/context-tasks.ts";
import { createPageTasks } from "./pages/page-tasks.ts";
import { createPartLinks } from "./pages/part-links.ts";
import { createDraw } from "./pictures/draw-pictures.ts";
import { createPictureTasks } from "./pictures/picture-tasks.ts";
import type { MadePages, Setup, SiteTasks } from "./tasks.ts";
import { createTextTasks } from "./texts/text-tasks.ts";

/** Summary of a site, known before it is laid out. */
export interface Overview {
  /** All languages, the default one first. */
  readonly locales: readonly { readonly name: string; readonly isDefault: boolean; readonly folder: string }[];
  readonly baseUrl: string;
  readonly hasWorker: boolean;
  /** Host names that serve answers requests for. */
  readonly allowedHosts: readonly string[];
}

/** The engine of a site, with its tasks. */
export interface SiteEngine {
  readonly engine: Engine;
  /** The site in its default language. */
  readonly site: () => Promise<Site>;
  /** The site in each of its languages, the default one first. */
  readonly sites: () => Promise<readonly Site[]>;
  readonly tasks: SiteTasks;
  readonly overview: TaskDef<Overview>;
  /** Those of docgen and those of the site. */
  readonly outputs: SiteOutputs;
  readonly checks: SiteChecks;
  /** Must be called after `engine.changed` when the configuration was edited. */
  readonly abandonConfig: () => void;
  /** Removes copies of commits that were edited: they are read from git again. @returns whether there were any */
  readonly dropChangedTrees: () => boolean;
  /** Ends the threads that pages are made with, to free their memory. They start again on demand. */
  readonly endPageThreads: () => Promise<unknown>;
  /** Resolves after background work of the site's code has had time to fail. */
  readonly end: () => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

interface SiteEngineOptions extends EngineOptions {
  /** Number of highlighting threads; default: none, and code stays plain. */
  readonly jobs?: number;
  readonly onWork?: ((work: ThreadWork) => void) | undefined;
  /** Called for faults of the site's code in the background. */
  readonly onFault: (problem: Problem) => void;
}

/** Opens a site's engine with its tasks. No task runs until it is requested; a first build prepares a thread. */
export function openSiteEngine(options: SiteEngineOptions): SiteEngine {
  const pool = options.jobs === undefined ? undefined : createHighlightPool(options.jobs, options.onWork);
  const drawing = createDraw();
  const defined: TaskDef<unknown>[] = [];
  let madePages: MadePages["pages"] = {};
  let trees: readonly VersionTree[] = [];
  const { root, onFault } = options;
  // Stored results would be compared with the files of a commit before its task has written them again.
  const start = dropChanged(root) ? { ...options, store: NO_STORE } : options;
  const threads = {
    pages: createExtensionThread(root, "page", onFault),
    texts: createExtensionThread(root, "extension", onFault),
    site: createExtensionThread(root, "extension", onFault),
  };
  const define: DefineTask = (name, options, run) => {
    const def = { ...options, name, run };
    defined.push(def);
    return def;
  };
  // Tasks find each other here when they run.
  const tasks = {} as SiteTasks;
  const setup: Setup = { define, root, tasks, threads, tokenise: pool?.tokenise, draw: drawing.draw };
  const onSources = ({ pages }: MadePages, inCommits: readonly VersionTree[]) => {
    madePages = pages;
    trees = inCommits;
  };
  Object.assign(tasks, createSiteTasks(setup, onSources));
  const { config, site } = tasks;
  const docgenOutputs = createOutputs(setup);
  const extended = createExtensionTasks(setup, docgenOutputs.all);
  const outputs = { ...docgenOutputs, all: [...docgenOutputs.all, extended.outputs] };
  const overview = define<Overview>("overview", { keep: "graph" }, async (task) => {
    const loaded = await task.get(config.config, "");
    const { baseUrl, serviceWorker, serve } = loaded.config;
    const locales = siteLocales(loaded.config).map(({ name, isDefault, folder }) => ({ name, isDefault, folder }));
    locales.sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
    return { locales, baseUrl, hasWorker: serviceWorker !== false, allowedHosts: serve.allowedHosts };
  });
  const checks = createChecks(setup, extended);
  const engine = createEngine({ ...start, tasks: defined });
  // All code will be highlighted: the thread starts while this one reads the configuration and the pages.
  if (engine.isNew) pool?.prepare();
  const named = (problem: Problem): Problem => {
    const page = Object.hasOwn(madePages, problem.path) ? madePages[problem.path] : undefined;
    const path = page === undefined ? treeName(problem.path, trees) : madeName(page.maker, problem.path);
    return path === problem.path ? problem : { ...problem, path };
  };
  return {
    engine: { ...engine, problems: (of) => engine.problems(of).map(named) },
    site: async () => engine.get(site, (await engine.get(overview, "")).locales[0]?.name ?? ""),
    sites: async () => {
      const { locales } = await engine.get(overview, "");
      return Promise.all(locales.map(({ name }) => engine.get(site, name)));
    },
    tasks,
    overview,
    outputs,
    checks,
    abandonConfig: config.abandon,
    dropChangedTrees: () => dropChanged(root),
    endPageThreads: () => Promise.all([pool?.rest(), threads.texts.end(), threads.pages.end()]),
    end: () => Promise.all(Object.values(threads).map((thread) => thread.end())),
    close: () => Promise.all([pool, drawing, ...Object.values(threads)].map((part) => part?.close())),
  };
}

/** Defines the tasks between a site's sources and its output files. @param onSources see `createSiteTask` */
function createSiteTasks(setup: Setup, onSources: Parameters<typeof createSiteTask>[1]): SiteTasks {
  return {
    config: createConfigTasks(setup),
    trees: createVersionTreesTask(setup),
    content: createContentTasks(setup),
    api: createApiTasks(setup),
    madePages: createMadePageTasks(setup),
    siteCode: createCompilerTask(setup),
    texts: createTextTasks(setup),
    site: createSiteTask(setup, onSources),
    bundles: createBundleTasks(setup),
    client: createClientTask(setup),
    pictures: createPictureTasks(setup),
    contexts: createContextTasks(setup),
    apiPages: createApiPageTasks(setup),
    pages: createPageTasks(setup),
    partLinks: createPartLinks(setup),
    search: createSearchTasks(setup),
  };
}
