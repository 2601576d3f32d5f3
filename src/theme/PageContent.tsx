import type { ComponentType, ReactNode } from "react";
import { BlogPost } from "./BlogPost.tsx";
import { DocPage } from "./DocPage.tsx";
import { ListPage } from "./ListPage.tsx";
import { NotFound } from "./NotFound.tsx";
import type { PageData } from "./types.ts";

interface Props {
  readonly page: PageData;
  readonly articleHtml: string;
  readonly Page: ComponentType | undefined;
}

/** What stands between the navbar and the footer, by the kind of page. */
export function PageContent({ page, articleHtml, Page }: Props): ReactNode {
  if (page.kind === "notFound") return <NotFound />;
  if (page.kind === "component") return Page === undefined ? null : <Page />;
  if (page.kind === "post") return <BlogPost articleHtml={articleHtml} />;
  if (page.kind === "blogList" || page.kind === "docList") return <ListPage articleHtml={articleHtml} />;
  return <DocPage articleHtml={articleHtml} />;
}
