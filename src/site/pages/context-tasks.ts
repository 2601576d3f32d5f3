import { join } from "node:path";
import { parseTemplate, type Template } from "../../render/page.tsx";
import { TEMPLATES } from "../../shared/constants.ts";
import { digestJson } from "../../shared/digest.ts";
import { isInsideRoot } from "../../shared/disk-path.ts";
import { Failure } from "../../shared/failure.ts";
import { readRegular } from "../../shared/regular-file.ts";
import { routeKey, toUrl } from "../../shared/route.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import { liveFrame } from "../bundles/live-frame.ts";
import { codeToRun } from "../inputs/bundle-inputs.ts";
import { type LastUpdate, type LastUpdates, readGitUpdates } from "../inputs/last-updates.ts";
import { repositoryFiles } from "../inputs/repository.ts";
import { siteDataFiles } from "../model/plan.ts";
import { WORKER_FILE } from "../model/reserved-files.ts";
import type { Setup, SiteTasks } from "../tasks.ts";
import type { RenderContext } from "./render-page.ts";

/** Path of the page template in the site, or else in docgen. */
export const PAGE_TEMPLATE = `${TEMPLATES}/page.html`;

/** Tasks for what the pages of a language share: the template, dates of last updates, the context. */
export function createContextTasks({ define, root, tasks }: Setup): SiteTasks["contexts"] {
  const template = define<Template>("template", { keep: "memory", keepsLastGood: true }, (task) => {
    const file = task.file(PAGE_TEMPLATE);
    if (file !== undefined && !isInsideRoot(root, file.absolute)) {
      throw new Failure(1, `${PAGE_TEMPLATE}: symbolic link points outside the site's root folder`);
    }
    const { link } = task.entry(PAGE_TEMPLATE) ?? { link: "" };
    // A broken link counts as none.
    const folder = link === "" ? TOOL_ROOT : root;
    const bytes = file?.bytes() ?? readRegular(join(folder, PAGE_TEMPLATE));
    return parseTemplate(PAGE_TEMPLATE, bytes.toString("utf8"));
  });
  const lastUpdates = define<LastUpdates["byPath"]>("last updates", { keep: "graph" }, async (task) => {
    const { docs } = (await task.get(tasks.config.config, "")).config;
    if (!docs.some((set) => set.showLastUpdateTime || set.showLastUpdateAuthor)) return {};
    task.state("repository");
    // The server can only watch files, so record those that tell of a change of this state.
    for (const path of await repositoryFiles(root)) task.file(path);
    const { byPath, problems } = await readGitUpdates(root, await task.get(tasks.trees, ""));
    task.report(...problems);
    return byPath;
  });
  const lastUpdate = define<LastUpdate | null>("last update", { keep: "memory" }, async (task, path) => {
    return (await task.get(lastUpdates, ""))[path] ?? null;
  });
  const context = define<RenderContext>(
    "context",
    {
      keep: "memory",
      digest: ({ template: parsed, theme, assets, versionSiteData }) =>
        JSON.stringify([parsed, digestJson(theme ?? null), assets, [...versionSiteData]]),
    },
    async (task, locale) => {
      const { plan } = await task.get(tasks.site, locale);
      task.variable("NODE_ENV");
      const data = siteDataFiles(plan);
      const { baseUrl } = plan.config;
      const theme = await task.get(tasks.bundles.theme, "");
      const { bundle, frame: parts } = await task.get(tasks.client, locale);
      const frame = liveFrame(parts, (await task.get(tasks.config.config, "")).config);
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
      };
    },
  );
  const madeRoutes = define<ReadonlySet<string>>(
    "made routes",
    { keep: "memory", digest: (routes) => JSON.stringify([...routes]) },
    async (task, locale) => {
      const { plan } = await task.get(tasks.site, locale);
      return new Set(plan.pages.flatMap(({ format, route }) => (format === "generated" ? routeKey(route) : [])));
    },
  );
  return { context, lastUpdates, lastUpdate, madeRoutes };
}
