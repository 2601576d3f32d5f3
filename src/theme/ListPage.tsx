import type { ReactNode } from "react";
import { ArticleHtml } from "./Article.tsx";
import { RecentPosts } from "./RecentPosts.tsx";
import { useSite } from "./site-context.ts";

/** A generated list of posts, tags, authors or docs; the list is its article. */
export function ListPage({ articleHtml }: { readonly articleHtml: string }): ReactNode {
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
