import type { ReactNode } from "react";
import type { ListData } from "../lists.ts";
import { Author } from "./Author.tsx";

/** The authors that have pages of their posts. */
export function AuthorList({ authors }: Extract<ListData, { kind: "authors" }>): ReactNode {
  return (
    <ul className="author-list">
      {authors.map((author) => (
        <li key={author.route}>
          <Author author={author} />
          {author.description === undefined ? null : <p>{author.description}</p>}
          <p className="soft">{author.posts}</p>
        </li>
      ))}
    </ul>
  );
}
