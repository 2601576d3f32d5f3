import type { SiteConfig } from "../config/schema.ts";
import { compareText, type Problem } from "../shared/problem.ts";
import type { Route, TrailingSlash } from "../shared/route.ts";
import { type Authors, authorsOf } from "./authors.ts";
import { makeListPage, postListPages, withTags } from "./list-pages.ts";
import { makeRoute } from "./routes.ts";
import { collectTags, type Tag, tagSlug } from "./tags.ts";
import type { SourcePage } from "./types.ts";

/** Folder of the posts below `content/`. */
export const BLOG_FOLDER = "blog";
const PATH = `content/${BLOG_FOLDER}`;

export type BlogConfig = Exclude<SiteConfig["blog"], false>;

/** Posts that lists and feeds show, the newest first; those of one instant by their paths. */
export function listedPosts(pages: readonly SourcePage[]): SourcePage[] {
  return pages
    .filter(({ kind, frontMatter }) => kind === "post" && frontMatter.unlisted !== true)
    .sort((a, b) => compareText(b.post?.date ?? "", a.post?.date ?? "") || compareText(a.path, b.path));
}

/** Route of a page of the blog. @param name its address below the blog's; empty for the blog's own */
export function blogRoute(blog: BlogConfig, name: string, isIndex: boolean, trailingSlash: TrailingSlash): Route {
  return makeRoute({ base: blog.routeBasePath, folder: isIndex ? name : "", name, isIndex, trailingSlash });
}

/**
 * Gives the posts their authors and tags, and makes the pages that list them. Without a listed post
 * there are none.
 *
 * @param sources posts with a date
 */
export function makeBlog(
  sources: readonly SourcePage[],
  known: Authors,
  blog: BlogConfig,
  trailingSlash: TrailingSlash,
): { posts: SourcePage[]; lists: SourcePage[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const withAuthors = sources.map((source): SourcePage => {
    const { authors, problems: own } = authorsOf(source, known);
    problems.push(...own);
    return { ...source, post: { date: source.frontMatter.date ?? "", authors } };
  });
  const { tags, problems: tagProblems } = collectTags(withAuthors);
  const tagLinks = new Map(
    tags.map(({ slug, label }) => {
      return [slug, { label, route: blogRoute(blog, `${blog.tagsBasePath}/${slug}`, false, trailingSlash) }];
    }),
  );
  const posts = withAuthors.map((post) => withTags(post, tagLinks, tagSlug));
  const lists = listedPosts(posts).length === 0 ? [] : blogLists(posts, tags, known, blog, trailingSlash);
  return { posts, lists, problems: [...problems, ...tagProblems] };
}

function blogLists(
  posts: readonly SourcePage[],
  tags: readonly Tag[],
  known: Authors,
  blog: BlogConfig,
  trailingSlash: TrailingSlash,
): SourcePage[] {
  const newestFirst = listedPosts(posts);
  const shown = blog.sortPosts === "ascending" ? newestFirst.toReversed() : newestFirst;
  const paths = (wanted: (post: SourcePage) => boolean) => shown.filter(wanted).map(({ path }) => path);
  const paging = { perPage: blog.postsPerPage === "ALL" ? Infinity : blog.postsPerPage, trailingSlash };

  const lists = postListPages(
    PATH,
    blogRoute(blog, "", true, trailingSlash),
    paths(() => true),
    {},
    paging,
  );
  if (blog.archiveBasePath !== null) {
    const route = blogRoute(blog, blog.archiveBasePath, false, trailingSlash);
    const archive = { kind: "archive" as const, posts: newestFirst.map(({ path }) => path) };
    lists.push(makeListPage("blogList", PATH, route, archive));
  }
  const allTags = blogRoute(blog, blog.tagsBasePath, true, trailingSlash);
  const linked = tags.map(({ label, slug, pages }) => {
    return { label, pages, route: blogRoute(blog, `${blog.tagsBasePath}/${slug}`, false, trailingSlash) };
  });
  if (tags.length > 0) {
    const entries = linked.map(({ label, route, pages }) => ({ label, route, count: pages.length }));
    lists.push(makeListPage("blogList", PATH, allTags, { kind: "tags", tags: entries }));
  }
  for (const { label, route, pages } of linked) {
    const tagged = new Set(pages.map(({ path }) => path));
    const own = paths(({ path }) => tagged.has(path));
    lists.push(...postListPages(PATH, route, own, { tag: label, all: allTags }, paging));
  }
  const allAuthors = blogRoute(blog, blog.authorsBasePath, true, trailingSlash);
  const authors = [...(known?.values() ?? [])]
    .filter(({ route }) => route !== undefined)
    .map((author) => ({
      author,
      own: paths(({ post }) => post?.authors.some(({ key }) => key === author.key) === true),
    }));
  if (authors.length > 0) {
    const entries = authors.map(({ author, own }) => ({ author, count: own.length }));
    lists.push(makeListPage("blogList", PATH, allAuthors, { kind: "authors", authors: entries }));
  }
  for (const { author, own } of authors) {
    lists.push(...postListPages(PATH, author.route ?? allAuthors, own, { author, all: allAuthors }, paging));
  }
  return lists;
}
