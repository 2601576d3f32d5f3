import { outputFile } from "../../shared/route.ts";
import { pageKey, planOf } from "../model/page-keys.ts";
import { copyFile } from "../model/reserved-files.ts";
import type { Site } from "../model/site.ts";
import { listKind, outputKind, smallFilesKind } from "../output-kinds.ts";
import { renderNotFound } from "../pages/render-page.ts";
import type { Setup } from "../setup.ts";
import type { SiteTasks } from "../tasks.ts";
import { redirectFiles } from "./host-and-crawler-files.ts";

const FIRST = { phase: "pages" } as const;

/** Outputs for pages: HTML, Markdown copies, the 404 page, redirects. */
export function pageOutputs({ define, threads }: Setup, tasks: SiteTasks) {
  const { contexts, site, pages } = tasks;
  return {
    pages: listKind(define, { ...FIRST, name: "pages", matches: /\.html$/, task: pages.html }, async (site) => {
      const { config, pages: all } = await planOf(site.task, tasks, site.locale);
      return all.map((page) => ({
        file: outputFile(page.route, config.trailingSlash),
        key: pageKey(site.locale, page),
      }));
    }),
    copies: listKind(
      define,
      { ...FIRST, name: "copies", matches: /\.md$/, task: pages.copy },
      async ({ task, locale }) => {
        const plan = await planOf(task, tasks, locale);
        return plan.pages.flatMap((page) => {
          const file = copyFile(page, plan);
          return file === undefined ? [] : [{ file, key: pageKey(locale, page) }];
        });
      },
    ),
    notFound: outputKind(define, {
      name: "not found",
      matches: /^404\.html$/,
      files: async () => ["404.html"],
      make: async ({ task, locale }) => {
        // Not in the shared context: only this page depends on the list of all pages.
        const plan = await planOf(task, tasks, locale);
        const context = { ...(await task.get(contexts.context, locale)), plan };
        if (context.theme?.isConstant === false) task.volatile();
        const { html, problems } = await renderNotFound(context, threads.pages);
        task.report(...problems);
        return html;
      },
    }),
    redirects: smallFilesKind(
      define,
      "redirects",
      /(?:^|\/)(?:index\.html|[^/]*\.html|_redirects)$/,
      async ({ task, locale }) => {
        const sites: Site[] = [];
        for (const { name } of (await planOf(task, tasks, locale)).locales) sites.push(await task.get(site, name));
        return redirectFiles(await task.get(site, locale), sites);
      },
    ),
  };
}
