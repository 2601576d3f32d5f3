import type { PageView, SiteView } from "../../config/extensions.ts";
import { pageTitle } from "../../content/title.ts";
import type { SourcePage } from "../../content/types.ts";
import type { CompiledDocument } from "../../markdown/document.ts";
import type { SourceLine } from "../../markdown/include.ts";
import { compareText } from "../../shared/problem.ts";
import type { Plan } from "../model/plan.ts";

/** A page as a site's checks and outputs see it. @param lines of its source, with what it includes */
export function pageView(
  page: SourcePage,
  document: CompiledDocument | undefined,
  lines: readonly SourceLine[],
): PageView {
  const { path, route, kind, frontMatter, tags = [] } = page;
  return {
    path,
    route,
    kind,
    title: pageTitle(page),
    description: frontMatter.description ?? document?.lead ?? "",
    tags: tags.map(({ label }) => label),
    frontMatter: { ...frontMatter },
    sections: (document?.sections ?? []).map(({ id, title, level, text, code }) => ({ id, title, level, text, code })),
    samples: (document?.samples ?? []).map(({ path: file, line, language, code }) => ({
      path: file,
      line,
      language,
      code,
    })),
    lines,
  };
}

/** A site as its checks and outputs see it. */
export function siteView({ config, locale }: Plan, pages: readonly PageView[]): SiteView {
  const { title, url, vars, customFields } = config;
  const sorted = pages.toSorted((a, b) => compareText(a.path, b.path));
  return { title, url, baseUrl: config.baseUrl, locale: locale.name, vars, customFields, pages: sorted };
}
