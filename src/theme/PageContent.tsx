import type { ComponentType, ReactNode } from "react";
import { pathTo } from "../navigation/sidebar-path.ts";
import { Breadcrumbs } from "./Breadcrumbs.tsx";
import { ARTICLE_ID } from "./element-ids.ts";
import { LastUpdated } from "./LastUpdated.tsx";
import { PostMeta } from "./lists/PostMeta.tsx";
import { NotFound } from "./NotFound.tsx";
import { Pagination } from "./Pagination.tsx";
import { RecentPosts } from "./RecentPosts.tsx";
import { useSidebar, useSite, useTranslate } from "./site-context.ts";
import { TableOfContents } from "./TableOfContents.tsx";
import { TagLinks } from "./TagLinks.tsx";
import { TitleBadge } from "./TitleBadge.tsx";
import type { PageComponent, PageData } from "./theme-types.ts";
import { VersionBadge, VersionBanner } from "./VersionBanner.tsx";

interface Props {
  readonly articleHtml: string;
  readonly Page: PageComponent | undefined;
}

/** The content between navbar and footer, by kind of page. */
export function PageContent(props: Props): ReactNode {
  const Content = CONTENTS[useSite().page.kind];
  return <Content {...props} />;
}

/** A generated list of posts, tags, authors or docs; the list is its article. */
function ListPage({ articleHtml }: Pick<Props, "articleHtml">): ReactNode {
  const { page } = useSite();
  return (
    <div className="blog">
      <div className="blog-main">
        <header className="list-head">
          <h1>{page.title}</h1>
          {page.description === "" ? null : <p>{page.description}</p>}
        </header>
        <ArticleHtml className="list" html={articleHtml} />
      </div>
      {page.kind === "blogList" ? <RecentPosts /> : null}
    </div>
  );
}

function ComponentPage({ Page }: Pick<Props, "Page">): ReactNode {
  const { data } = useSite().page;
  return Page === undefined ? null : <Page data={data} />;
}

function NotFoundPage({ articleHtml }: Pick<Props, "articleHtml">): ReactNode {
  return (
    <>
      <NotFound />
      <ArticleHtml className="not-found near markdown" html={articleHtml} />
    </>
  );
}

const CONTENTS: Readonly<Record<PageData["kind"], ComponentType<Props>>> = {
  doc: DocPage,
  category: DocPage,
  page: DocPage,
  component: ComponentPage,
  post: BlogPost,
  blogList: ListPage,
  docList: ListPage,
  notFound: NotFoundPage,
};

/** A text page: breadcrumbs, heading, article, neighbours, and the table of contents. */
function DocPage({ articleHtml }: { readonly articleHtml: string }): ReactNode {
  const { page } = useSite();
  const path = pathTo(useSidebar(), page.route);
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

/** A post: heading, date and authors, article, tags, neighbouring posts, and the table of contents. */
function BlogPost({ articleHtml }: { readonly articleHtml: string }): ReactNode {
  const { page } = useSite();
  const t = useTranslate();
  return (
    <div className="blog">
      {page.toc.length > 0 ? <TableOfContents key={page.route} entries={page.toc} /> : null}
      <div className="blog-main">
        <article>
          <PageNotes />
          <header className="post-head">
            <Heading />
            {page.post === undefined ? null : <PostMeta post={page.post} />}
          </header>
          <ArticleHtml className="markdown" html={articleHtml} />
        </article>
        <TagLinks tags={page.tags} />
        <PageMeta />
        <Pagination
          previous={page.previous}
          next={page.next}
          texts={{
            label: t({ id: "theme.blog.post.paginator.navAriaLabel", message: "Blog post page navigation" }),
            previous: t({ id: "theme.blog.post.paginator.newerPost", message: "Newer post" }),
            next: t({ id: "theme.blog.post.paginator.olderPost", message: "Older post" }),
          }}
        />
      </div>
      <RecentPosts />
    </div>
  );
}

/** The article's static HTML; client scripts may add samples and buttons before hydration. */
function ArticleHtml({ html, className }: { readonly html: string; readonly className: string }): ReactNode {
  const { original } = useSite().page;
  return (
    <div
      className={className}
      id={ARTICLE_ID}
      {...original}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** The page's title as its level-1 heading; a badge stands beside it, so that the heading is the title alone. */
function Heading(): ReactNode {
  const { hideTitle, headingHtml, title, original, badge } = useSite().page;
  const html = headingHtml ?? title.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  if (hideTitle) return null;
  const heading = <h1 {...original} dangerouslySetInnerHTML={{ __html: html }} />;
  if (badge === undefined) return heading;
  return (
    <div className="titled">
      {heading}
      <TitleBadge badge={badge} />
    </div>
  );
}

/** Notes that the page is unlisted, or not translated. */
function PageNotes(): ReactNode {
  const { unlisted, original } = useSite().page;
  const t = useTranslate();
  const message = "This page is unlisted: search engines and menus leave it out.";
  return (
    <>
      {unlisted ? <p className="page-note">{t({ id: "theme.unlistedContent.message", message })}</p> : null}
      {original === undefined ? null : (
        <p className="page-note">
          {t({ id: "theme.common.untranslated", message: "This page is not translated yet." })}
        </p>
      )}
    </>
  );
}

/** The link for editing the page, and its last change. */
function PageMeta(): ReactNode {
  const { editUrl, lastUpdate } = useSite().page;
  const t = useTranslate();
  if (editUrl === undefined && lastUpdate === undefined) return null;
  return (
    <p className="doc-meta">
      {editUrl && <a href={editUrl}>{t({ id: "theme.common.editThisPage", message: "Edit this page" })}</a>}
      {lastUpdate && <LastUpdated {...lastUpdate} />}
    </p>
  );
}
