import type { ReactNode } from "react";
import { RouteLink } from "../Link.tsx";
import { useDate } from "../site-context.ts";
import type { AuthorData, PostData } from "../theme-types.ts";

/** Pixels. */
const PICTURE_SIZE = 40;

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

/** An author: picture, name and links to profiles. */
export function AuthorCard({ author }: { readonly author: AuthorData }): ReactNode {
  const { name, title, url, image, email, socials, route } = author;
  const link = url ?? (email === undefined ? undefined : `mailto:${email}`);
  return (
    <div className="author">
      {image === undefined ? null : <img src={image} alt="" width={PICTURE_SIZE} height={PICTURE_SIZE} />}
      <div>
        {route !== undefined ? (
          <RouteLink route={route}>{name}</RouteLink>
        ) : link !== undefined ? (
          <a href={link}>{name}</a>
        ) : (
          <b>{name}</b>
        )}
        {title === undefined ? null : <small>{title}</small>}
        {socials.length === 0 ? null : (
          <small className="socials">
            {socials.map(({ label, url: address }) => (
              <a key={label} href={address}>
                {label}
              </a>
            ))}
          </small>
        )}
      </div>
    </div>
  );
}
