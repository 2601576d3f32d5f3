import type { ReactNode } from "react";
import type { SidebarItem } from "../navigation/navigation-types.ts";
import { pathTo } from "../navigation/sidebar-path.ts";
import { ArticleHtml, Heading, PageMeta, PageNotes } from "./Article.tsx";
import { Breadcrumbs } from "./Breadcrumbs.tsx";
import { CategoryCards } from "./CategoryCards.tsx";
import { Pagination } from "./Pagination.tsx";
import { useSidebar, useSite, useTranslate } from "./site-context.ts";
import { TableOfContents } from "./TableOfContents.tsx";
import { TagLinks } from "./TagLinks.tsx";
import { VersionBadge, VersionBanner } from "./VersionBanner.tsx";

/** A text page: breadcrumbs, heading, article, neighbours, and the table of contents. */
export function DocPage({ articleHtml }: { readonly articleHtml: string }): ReactNode {
  const { page } = useSite();
  const path = pathTo(useSidebar(), page.route);
  const category = path.at(-1);
  const children: readonly SidebarItem[] =
    page.kind === "category" && category?.type === "category" ? category.items : [];
  return (
    <div className="doc" data-docs={page.version?.plugin}>
      {page.breadcrumbs && path.length > 0 ? <Breadcrumbs path={path} /> : null}
      {page.toc.length > 0 ? <TableOfContents key={page.route} entries={page.toc} /> : null}
      <div className="doc-main">
        <VersionBanner />
        <article>
          <VersionBadge />
          <PageNotes />
          <Heading />
          {page.kind === "category" && page.description !== "" ? <p>{page.description}</p> : null}
          <ArticleHtml className="markdown" html={articleHtml} />
          {children.length > 0 ? <CategoryCards items={children} /> : null}
        </article>
        <Feedback />
        <TagLinks tags={page.tags} />
        <PageMeta />
        <Pagination previous={page.previous} next={page.next} />
      </div>
    </div>
  );
}

/** Asks whether the page was helpful, if the site collects feedback; a client script sends the answer. */
function Feedback(): ReactNode {
  const { site, page } = useSite();
  const t = useTranslate();
  if (site.feedback === undefined) return null;
  const question = t({ id: "theme.feedback.question", message: "Was this page helpful?" });
  return (
    <fieldset key={page.route} className="feedback" data-url={site.feedback} data-native="" suppressHydrationWarning>
      <legend>{question}</legend>
      <button type="button" value="true" suppressHydrationWarning>
        {t({ id: "theme.feedback.yes", message: "Yes" })}
      </button>
      <button type="button" value="false" suppressHydrationWarning>
        {t({ id: "theme.feedback.no", message: "No" })}
      </button>
      <output suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
    </fieldset>
  );
}
