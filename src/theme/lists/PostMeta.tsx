import type { ReactNode } from "react";
import type { PostData } from "../lists.ts";
import { useDate } from "../site-context.ts";
import { AuthorCard } from "./AuthorCard.tsx";

/** Date, reading time and authors of a post. */
export function PostMeta({ post }: { readonly post: PostData }): ReactNode {
  const formatDate = useDate();
  return (
    <div className="post-meta">
      <p>
        <time dateTime={post.date}>{formatDate(post.date)}</time>
        {post.readingTime === undefined ? null : ` · ${post.readingTime}`}
      </p>
      {post.authors.length === 0 ? null : (
        <ul className="authors">
          {post.authors.map((author) => (
            <li key={author.name}>
              <AuthorCard author={author} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
