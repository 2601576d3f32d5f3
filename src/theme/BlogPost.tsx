import type { ReactNode } from "react";
import { ArticleHtml, Heading, PageMeta, PageNotes } from "./Article.tsx";
import { PostMeta } from "./lists/PostMeta.tsx";
import { Pagination } from "./Pagination.tsx";
import { RecentPosts } from "./RecentPosts.tsx";
import { useSite, useTranslate } from "./site-context.ts";
import { TableOfContents } from "./TableOfContents.tsx";
import { TagLinks } from "./TagLinks.tsx";

/** A post: heading, date and authors, article, tags, neighbouring posts, and the table of contents. */
export function BlogPost({ articleHtml }: { readonly articleHtml: string }): ReactNode {
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
