import type { ReactNode } from "react";
import { escapeHtml } from "../shared/text.ts";
import { ARTICLE_ID } from "./ids.ts";
import { PostMeta } from "./lists/PostMeta.tsx";
import { Pagination } from "./Pagination.tsx";
import { RecentPosts } from "./RecentPosts.tsx";
import { useSite, useTranslate } from "./site-context.ts";
import { TableOfContents } from "./TableOfContents.tsx";
import { TagLinks } from "./TagLinks.tsx";

/** A post: heading, date and authors, article, tags, the posts around it, and its contents beside it. */
export function BlogPost({ articleHtml }: { readonly articleHtml: string }): ReactNode {
  const { page } = useSite();
  const t = useTranslate();
  return (
    <div className="blog">
      {page.toc.length > 0 ? <TableOfContents key={page.route} entries={page.toc} /> : null}
      <div className="blog-main">
        <article>
          {page.unlisted ? (
            <p className="unlisted">
              {t({
                id: "theme.unlistedContent.message",
                message: "This page is unlisted: search engines and menus leave it out.",
              })}
            </p>
          ) : null}
          <header className="post-head">
            {page.hideTitle ? null : (
              <h1 dangerouslySetInnerHTML={{ __html: page.headingHtml ?? escapeHtml(page.title) }} />
            )}
            {page.post === undefined ? null : <PostMeta post={page.post} />}
          </header>
          {/* Live samples and buttons may come to stand in it before React does. */}
          <div
            className="markdown"
            id={ARTICLE_ID}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: articleHtml }}
          />
        </article>
        <TagLinks tags={page.tags} />
        {page.editUrl === undefined ? null : (
          <p className="doc-meta">
            <a href={page.editUrl}>{t({ id: "theme.common.editThisPage", message: "Edit this page" })}</a>
          </p>
        )}
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
