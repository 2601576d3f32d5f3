import type { ComponentType, ReactNode } from "react";
import { ArticleHtml } from "./Article.tsx";
import { BlogPost } from "./BlogPost.tsx";
import { DocPage } from "./DocPage.tsx";
import { NotFound } from "./NotFound.tsx";
import { RecentPosts } from "./RecentPosts.tsx";
import { useSite } from "./site-context.ts";
import type { PageComponent, PageData } from "./theme-types.ts";

interface Props {
  readonly articleHtml: string;
  readonly Page: PageComponent | undefined;
}

/** The content between navbar and footer, by kind of page. */
export function PageContent(props: Props): ReactNode {
  const Content = CONTENTS[useSite().page.kind];
  return <Content {...props} />;
}

/** A generated list of posts, tags, authors or docs; the list is its article. */
function ListPage({ articleHtml }: Pick<Props, "articleHtml">): ReactNode {
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

function ComponentPage({ Page }: Pick<Props, "Page">): ReactNode {
  const { data } = useSite().page;
  return Page === undefined ? null : <Page data={data} />;
}

function NotFoundPage({ articleHtml }: Pick<Props, "articleHtml">): ReactNode {
  return (
    <>
      <NotFound />
      <ArticleHtml className="not-found near markdown" html={articleHtml} />
    </>
  );
}

const CONTENTS: Readonly<Record<PageData["kind"], ComponentType<Props>>> = {
  doc: DocPage,
  category: DocPage,
  page: DocPage,
  component: ComponentPage,
  post: BlogPost,
  blogList: ListPage,
  docList: ListPage,
  notFound: NotFoundPage,
};
