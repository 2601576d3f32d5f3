import type { ReactNode } from "react";
import type { ListData } from "../lists.ts";
import { Archive } from "./Archive.tsx";
import { AuthorList } from "./AuthorList.tsx";
import { DocList } from "./DocList.tsx";
import { PostList } from "./PostList.tsx";
import { TagIndex } from "./TagIndex.tsx";

/** What a list page shows, by its kind. */
export function List({ list }: { readonly list: ListData }): ReactNode {
  switch (list.kind) {
    case "posts":
      return <PostList {...list} />;
    case "archive":
      return <Archive {...list} />;
    case "tags":
      return <TagIndex {...list} />;
    case "authors":
      return <AuthorList {...list} />;
    case "docs":
      return <DocList {...list} />;
  }
}
