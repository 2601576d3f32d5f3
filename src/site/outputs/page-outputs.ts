import { renderRedirect, renderRedirectsFile } from "../../render/redirects-and-headers.ts";
import { outputFile } from "../../shared/route.ts";
import { copyFile } from "../model/reserved-files.ts";
import type { Site } from "../model/site.ts";
import { pageKey, planOf } from "../model/site-task.ts";
import { type Files, listKind, outputKind, smallFilesKind } from "../output-kinds.ts";
import { renderNotFound } from "../pages/render-page.ts";
import type { Setup } from "../tasks.ts";

const FIRST = { phase: "pages" } as const;

/** Outputs for pages: HTML, Markdown copies, the 404 page, redirects. */
export function pageOutputs({ define, tasks, threads }: Setup) {
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

/**
 * Redirects of moved addresses: a page at each, and, for the default language, the file for hosts with those of all
 * languages.
 *
 * @param sites the site in all languages
 */
function redirectFiles({ plan }: Site, sites: readonly Site[]): Files {
  const { redirects, config, locale } = plan;
  const moved = redirects.map((redirect) => {
    const html = renderRedirect(redirect, config, locale.htmlLang);
    return [outputFile(redirect.from, config.trailingSlash), html] as const;
  });
  if (!locale.isDefault) return moved;
  const ordered = [...sites].sort((a, b) => Number(b.plan.locale.isDefault) - Number(a.plan.locale.isDefault));
  const all = ordered.filter((site) => site.plan.redirects.length > 0);
  const lines = all.map((site) => renderRedirectsFile(site.plan.redirects, site.plan.config));
  return all.length === 0 ? moved : [...moved, ["_redirects", lines.join("")]];
}
