import type { TaskDef } from "../../engine/task.ts";
import type { Template } from "../../render/template.ts";
import { TEMPLATES } from "../../shared/constants.ts";
import { digestJson } from "../../shared/digest.ts";
import { routeKey, toUrl } from "../../shared/route.ts";
import type { DocgenCodeTasks } from "../bundles/docgen-code-tasks.ts";
import { liveFrame } from "../bundles/live-frame.ts";
import type { ClientParts } from "../bundles/prebuilt.ts";
import { codeToRun } from "../inputs/bundle-inputs.ts";
import type { ConfigTasks } from "../inputs/config-tasks.ts";
import { type LastUpdate, readGitUpdates, showsLastUpdates } from "../inputs/last-updates.ts";
import type { VersionTreesTask } from "../inputs/read-version-trees.ts";
import { repositoryFiles } from "../inputs/repository.ts";
import { WORKER_FILE } from "../model/reserved-files.ts";
import type { SiteTask } from "../model/site-task.ts";
import type { Setup } from "../setup.ts";
import type { RenderContext } from "./render-page.ts";
import { siteDataFiles } from "./site-data.ts";
import { loadTemplate, PAGE_TEMPLATE } from "./template-file.ts";

/** Tasks of the context that pages are rendered with. */
export interface ContextTasks {
  /** Context shared by all pages of a locale. */
  readonly context: TaskDef<RenderContext>;
  /** Last changes of all sources, if pages show them. The key is empty. */
  readonly lastUpdates: TaskDef<readonly (readonly [path: string, update: LastUpdate])[]>;
  /** Last change of a source; null if it is unknown or not shown. The key is the path. */
  readonly lastUpdate: TaskDef<LastUpdate | null>;
  /** Keys of the routes of a locale's generated pages. All other pages exist in every locale. */
  readonly madeRoutes: TaskDef<ReadonlySet<string>>;
}

interface ContextSources {
  readonly config: ConfigTasks;
  readonly trees: VersionTreesTask;
  readonly site: SiteTask;
  readonly docgenCode: DocgenCodeTasks;
  readonly client: TaskDef<ClientParts>;
}

export function createContextTasks(
  { define, root }: Setup,
  { config, trees, site: siteTask, docgenCode, client }: ContextSources,
): ContextTasks {
  const template = define<Template>({
    name: "template",
    keep: "memory",
    keepsLastGood: true,
    run: (task) => {
      task.file(PAGE_TEMPLATE);
      return loadTemplate(root);
    },
  });
  const lastUpdates = define<readonly (readonly [path: string, update: LastUpdate])[]>({
    name: "last updates",
    keep: "graph",
    run: async (task) => {
      const { config: site } = await task.get(config.config, "");
      if (!showsLastUpdates(site)) return [];
      task.state("repository");
      // The server can only watch files, so record those that tell of a change of this state.
      for (const path of await repositoryFiles(root)) task.file(path);
      const { byPath, problems } = await readGitUpdates(root, await task.get(trees, ""));
      task.report(...problems);
      return [...byPath];
    },
  });
  const updatesByPath = define<ReadonlyMap<string, LastUpdate>>({
    name: "last updates by path",
    keep: "memory",
    digest: (updates) => JSON.stringify([...updates]),
    run: async (task) => new Map(await task.get(lastUpdates, "")),
  });
  const lastUpdate = define<LastUpdate | null>({
    name: "last update",
    keep: "memory",
    run: async (task, path) => (await task.get(updatesByPath, "")).get(path) ?? null,
  });
  const context = define<RenderContext>({
    name: "context",
    keep: "memory",
    digest: ({ template: parsed, theme, assets, versionSiteData }) =>
      JSON.stringify([parsed, digestJson(theme ?? null), assets, [...versionSiteData]]),
    run: async (task, locale) => {
      const { plan } = await task.get(siteTask, locale);
      task.variable("NODE_ENV");
      const data = siteDataFiles(plan);
      const { baseUrl } = plan.config;
      const theme = await task.get(docgenCode.theme, "");
      const { bundle, frame: parts } = await task.get(client, locale);
      const frame = liveFrame(parts, (await task.get(config.config, "")).config);
      return {
        plan,
        template: await task.get(template, PAGE_TEMPLATE),
        theme: theme === null ? undefined : { name: TEMPLATES, ...codeToRun(task, theme) },
        assets: {
          stylesheet: plan.assetsUrl + bundle.stylesheet,
          script: plan.assetsUrl + bundle.script,
          // The client derives the locale's base from the URL of its data.
          siteData: toUrl(baseUrl, `/${data[0]?.file}`),
          ...(plan.config.serviceWorker === true ? { worker: plan.assetsUrl + WORKER_FILE } : {}),
          liveFrame: plan.assetsUrl + frame.file,
        },
        versionSiteData: new Map(data.slice(1).map(({ name, file }) => [name, toUrl(baseUrl, `/${file}`)])),
        lastUpdates: new Map(),
      };
    },
  });
  const madeRoutes = define<ReadonlySet<string>>({
    name: "made routes",
    keep: "memory",
    digest: (routes) => JSON.stringify([...routes]),
    run: async (task, locale) => {
      const { plan } = await task.get(siteTask, locale);
      return new Set(plan.pages.flatMap(({ format, route }) => (format === "generated" ? routeKey(route) : [])));
    },
  });
  return { context, lastUpdates, lastUpdate, madeRoutes };
}
