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

/** The content between navbar and footer, by kind of page. */
export function PageContent({ page, articleHtml, Page }: Props): ReactNode {
  const Content = CONTENTS[page.kind];
  return <Content articleHtml={articleHtml} Page={Page} />;
}

const CONTENTS: Readonly<Record<PageData["kind"], ComponentType<Omit<Props, "page">>>> = {
  doc: DocPage,
  category: DocPage,
  page: DocPage,
  component: ({ Page }) => (Page === undefined ? null : <Page />),
  post: BlogPost,
  blogList: ListPage,
  docList: ListPage,
  notFound: NotFound,
};
