import type { ReactNode } from "react";
import type { PostData } from "../lists.ts";
import { useDate } from "../site-context.ts";
import { Author } from "./Author.tsx";

/** When a post was written, how long it takes to read, and by whom it is. */
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
              <Author author={author} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
