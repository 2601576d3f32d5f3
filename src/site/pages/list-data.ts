import type { Blog } from "../../content/blog.ts";
import type { PageList, TagLink } from "../../content/content-types.ts";
import type { CompiledDocument } from "../../markdown/document.ts";
import { groupBy } from "../../shared/group-by.ts";
import { truncate } from "../../shared/text.ts";
import { translate, translateCount } from "../../shared/translate.ts";
import type { ListData } from "../../theme/theme-types.ts";
import type { Plan } from "../model/plan.ts";
import { authorData, postSummary } from "./blog-pages.ts";

/** Maximum length of a description in characters; search engines cut longer ones. */
const MAX_ABOUT = 155;

/** Finds the document of a page. */
export type DocumentOf = (path: string) => CompiledDocument | undefined;

/** Paths of pages whose text a list shows. */
export function listedPaths(list: PageList | undefined): readonly string[] {
  return list?.kind === "posts" ? list.posts : list?.kind === "docs" ? list.docs : [];
}

/** Data of a list page. @param documentOf finds the pages of `listedPaths` */
export function listData(list: PageList, plan: Plan, documentOf: DocumentOf): ListData {
  const find = (paths: readonly string[]) => paths.flatMap((path) => plan.pageAt(path) ?? []);
  switch (list.kind) {
    case "posts": {
      const { newer, older, author } = list;
      return {
        kind: "posts",
        posts: find(list.posts).map((post) => postSummary(post, documentOf(post.path), plan)),
        newer,
        older,
        author: author && authorData(author, plan),
        all: allLink(list, plan),
      };
    }
    case "archive": {
      const years = [...groupBy(find(list.posts), ({ post }) => post?.date.slice(0, 4) ?? "")];
      return {
        kind: "archive",
        years: years.map(([year, posts]) => ({
          year,
          posts: posts.map((post) => ({ route: post.route, title: post.title, date: post.post?.date ?? "" })),
        })),
      };
    }
    case "tags": {
      const letters = [...groupBy(list.tags, ({ label }) => ([...label][0] ?? "").toUpperCase())];
      return { kind: "tags", letters: letters.map(([letter, tags]) => ({ letter, tags })) };
    }
    case "authors":
      return {
        kind: "authors",
        authors: list.authors.map(({ author, count }) => ({ ...authorData(author, plan), posts: posts(count, plan) })),
      };
    case "search":
      return list;
    case "docs":
      return {
        kind: "docs",
        docs: find(list.docs).map((doc) => ({
          route: doc.route,
          title: doc.title,
          badge: doc.frontMatter.badge,
          description: doc.frontMatter.description ?? documentOf(doc.path)?.lead ?? "",
        })),
        all: allLink(list, plan),
      };
  }
}

/** Title and description of a list page. */
export function listTitle(list: PageList, plan: Plan, blog: Blog | undefined): { title: string; description: string } {
  const { texts } = plan.site;
  const about = { title: "", description: "" };
  switch (list.kind) {
    case "posts": {
      const count = posts(list.count, plan);
      if (list.tag !== undefined) {
        const text = { id: "theme.blog.tagTitle", message: "{nPosts} tagged with “{tagName}”" };
        const { label, description = "" } = list.tag;
        return { title: translate(texts, text, { nPosts: count, tagName: label }), description };
      }
      if (list.author !== undefined) {
        const text = { id: "theme.blog.author.pageTitle", message: "{authorName} - {nPosts}" };
        const { name, description = "" } = authorData(list.author, plan);
        return { title: translate(texts, text, { authorName: name, nPosts: count }), description };
      }
      return blog === undefined ? about : { title: blog.title, description: blog.description };
    }
    case "archive":
      return { ...about, title: translate(texts, { id: "theme.blog.archive.title", message: "Archive" }) };
    case "tags":
      return { ...about, title: translate(texts, { id: "theme.tags.tagsPageTitle", message: "Tags" }) };
    case "search":
      return { ...about, title: translate(texts, { id: "theme.SearchBar.label", message: "Search" }) };
    case "authors":
      return { ...about, title: translate(texts, { id: "theme.blog.authorsList.pageTitle", message: "Authors" }) };
    case "docs": {
      const counted = {
        id: "theme.docs.tagDocListPageTitle.nDocsTagged",
        message: "One doc tagged|{count} docs tagged",
      };
      const nDocsTagged = translateCount(texts, counted, list.docs.length, plan.locale.htmlLang);
      const text = { id: "theme.docs.tagDocListPageTitle", message: "{nDocsTagged} with “{tagName}”" };
      const { label, description = "" } = list.tag;
      return { title: translate(texts, text, { nDocsTagged, tagName: label }), description };
    }
  }
}

/** Generates the description of a list that has none. */
export function listAbout(list: PageList, title: string, plan: Plan): string {
  const titles = (paths: readonly string[]) =>
    paths.flatMap((path) => plan.pageAt(path) ?? []).map(({ title }) => title);
  if (list.kind === "search") return "";
  const names =
    list.kind === "tags"
      ? list.tags.map(({ label }) => label)
      : list.kind === "authors"
        ? list.authors.map(({ author }) => authorData(author, plan).name)
        : titles(list.kind === "docs" ? list.docs : list.posts);
  return truncate(`${title}: ${names.join(" · ")}`, MAX_ABOUT);
}

/** The link from a list of one tag's or author's pages to all tags or authors. */
function allLink(list: PageList & { readonly kind: "posts" | "docs" }, { site }: Plan): TagLink | undefined {
  if (list.all === undefined) return undefined;
  const isAuthor = list.kind === "posts" && list.author !== undefined;
  const text = isAuthor
    ? { id: "theme.blog.authorsList.viewAll", message: "View all authors" }
    : { id: "theme.tags.tagsPageLink", message: "View all tags" };
  return { label: translate(site.texts, text), route: list.all };
}

function posts(count: number, plan: Plan): string {
  const text = { id: "theme.blog.post.plurals", message: "One post|{count} posts" };
  return translateCount(plan.site.texts, text, count, plan.locale.htmlLang);
}
