import type { ReactNode } from "react";
import { RouteLink } from "../Link.tsx";
import type { ListData, PostSummary } from "../lists.ts";
import { useTranslate } from "../site-context.ts";
import { TagLinks } from "../TagLinks.tsx";
import { Author } from "./Author.tsx";
import { PostMeta } from "./PostMeta.tsx";

type Props = Extract<ListData, { kind: "posts" }>;

/** Posts with their beginnings, and the way to newer and older ones. */
export function PostList({ posts, newer, older, author, all }: Props): ReactNode {
  const t = useTranslate();
  return (
    <>
      {author === undefined ? null : <Author author={{ ...author, route: undefined }} />}
      {all === undefined ? null : (
        <p className="list-all">
          <RouteLink route={all.route}>{all.label}</RouteLink>
        </p>
      )}
      {posts.length === 0 ? (
        <p>{t({ id: "theme.blog.author.noPosts", message: "This author has not written any posts yet." })}</p>
      ) : null}
      {posts.map((post) => (
        <Item key={post.route} post={post} />
      ))}
      {newer === undefined && older === undefined ? null : (
        <nav
          className="pagination"
          aria-label={t({ id: "theme.blog.paginator.navAriaLabel", message: "Blog list page navigation" })}
        >
          {newer === undefined ? null : (
            <RouteLink route={newer} rel="prev" className="pagination-previous">
              {t({ id: "theme.blog.paginator.newerEntries", message: "Newer entries" })}
            </RouteLink>
          )}
          {older === undefined ? null : (
            <RouteLink route={older} rel="next" className="pagination-next">
              {t({ id: "theme.blog.paginator.olderEntries", message: "Older entries" })}
            </RouteLink>
          )}
        </nav>
      )}
    </>
  );
}

function Item({ post }: { readonly post: PostSummary }): ReactNode {
  const t = useTranslate();
  const { route, title, excerptHtml, tags } = post;
  return (
    <article className="post-item">
      <h2>
        <RouteLink route={route}>{title}</RouteLink>
      </h2>
      <PostMeta post={post} />
      <div className="markdown" dangerouslySetInnerHTML={{ __html: excerptHtml }} />
      <p className="read-more">
        <RouteLink route={route}>
          <span aria-hidden="true">{t({ id: "theme.blog.post.readMore", message: "Read more" })}</span>
          <span className="visually-hidden">
            {t({ id: "theme.blog.post.readMoreLabel", message: "Read more about {title}" }, { title })}
          </span>
        </RouteLink>
      </p>
      <TagLinks tags={tags} />
    </article>
  );
}
