import type { SiteConfig } from "../config/schema.ts";
import { compareText, type Problem } from "../shared/problem.ts";
import { type Route, routeKey, type TrailingSlash } from "../shared/route.ts";
import { type Authors, authorsOf } from "./authors.ts";
import type { DocsVersion, SourcePage } from "./content-types.ts";
import { makeListPage, type PostListAbout, postListPages } from "./list-pages.ts";
import { makeRoute, readableName } from "./routes.ts";
import { collectTags, type TagRules, type TagsFile, tagIndex } from "./tags.ts";
import { isOfVersion } from "./versions.ts";
import { CONTENT_FOLDER } from "./walk.ts";

/** Id and folder of the main blog. */
export const MAIN_BLOG = "blog";

/** A blog of a site. */
export interface Blog extends Exclude<SiteConfig["blog"], false> {
  readonly id: string;
  /** Folder of its posts below `content/`. */
  readonly folder: string;
}

/** The blogs of a site, the main one first. */
export function blogsOf({ blog, blogs }: Pick<SiteConfig, "blog" | "blogs">): Blog[] {
  const others = blogs.map(({ id, path = id, routeBasePath = path, title = readableName(id), ...rest }): Blog => {
    return { ...rest, id, folder: path, routeBasePath, title };
  });
  return blog === false ? others : [{ ...blog, id: MAIN_BLOG, folder: MAIN_BLOG }, ...others];
}

/** The blog of a post or of a list of posts. */
export function blogOf(page: Pick<SourcePage, "blog">, config: SiteConfig): Blog | undefined {
  return page.blog === undefined ? undefined : blogsOf(config).find(({ id }) => id === page.blog);
}

/** Posts in lists and feeds, newest first, then by path. */
export function listedPosts(pages: readonly SourcePage[]): SourcePage[] {
  return pages
    .filter(({ kind, frontMatter }) => kind === "post" && frontMatter.unlisted !== true)
    .sort((a, b) => compareText(b.post?.date ?? "", a.post?.date ?? "") || compareText(a.path, b.path));
}

/** The day of a post, in UTC; empty for other pages. */
export function dayOf({ kind, frontMatter }: SourcePage): string {
  return kind === "post" ? (frontMatter.date ?? "").slice(0, 10) : "";
}

/** Posts that wait for their date, the next one first. @param drafts see `Content` */
export function waitingPosts(drafts: readonly SourcePage[]): SourcePage[] {
  return drafts
    .filter((page) => page.kind === "post" && page.frontMatter.draft !== true)
    .sort((a, b) => compareText(dayOf(a), dayOf(b)) || compareText(a.path, b.path));
}

/** Route of a page of the blog. @param name path relative to the blog; empty for the list of posts */
export function blogRoute(
  blog: Pick<Blog, "routeBasePath">,
  name: string,
  isIndex: boolean,
  trailingSlash: TrailingSlash,
): Route {
  return makeRoute({ base: blog.routeBasePath, folder: isIndex ? name : "", name, isIndex, trailingSlash });
}

/** Adds authors and tags to posts with a date, and creates the list pages, if there is a listed post. */
function makeBlog(
  sources: readonly SourcePage[],
  byKey: Authors,
  file: TagsFile | undefined,
  blog: Blog,
  trailingSlash: TrailingSlash,
): { pages: SourcePage[]; lists: SourcePage[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const path = `${CONTENT_FOLDER}/${blog.folder}`;
  const withAuthors = sources.map((source): SourcePage => {
    const { authors, problems: authorProblems } = authorsOf(source, byKey, `${path}/${blog.authorsMapPath}`);
    problems.push(...authorProblems);
    return { ...source, post: { date: source.frontMatter.date ?? "", authors } };
  });
  const routeOf = (name: string, isIndex = false) => blogRoute(blog, name, isIndex, trailingSlash);
  const { onInlineTags } = blog;
  const tagRoute = (slug: string) => routeOf(`${blog.tagsBasePath}/${slug}`);
  const rules = { folder: path, file, onInlineTags, routeOf: tagRoute };
  const { tags, tagged, problems: faults } = collectTags(withAuthors, rules);
  const newestFirst = listedPosts(withAuthors);
  const lists: SourcePage[] = [];
  const pages = [...withAuthors, ...tagged];
  if (newestFirst.length === 0) return { pages, lists, problems: [...problems, ...faults] };

  const shown = blog.sortPosts === "ascending" ? newestFirst.toReversed() : newestFirst;
  const paging = { perPage: blog.postsPerPage === "ALL" ? Infinity : blog.postsPerPage, trailingSlash };
  const addList = (route: Route, about: PostListAbout, wanted: (post: SourcePage) => boolean = () => true) => {
    const posts = shown.filter(wanted).map((post) => post.path);
    lists.push(...postListPages(path, route, posts, about, paging));
    return posts.length;
  };
  addList(routeOf("", true), {});
  if (blog.archiveBasePath !== null) {
    const archive = { kind: "archive" as const, posts: newestFirst.map((post) => post.path) };
    lists.push(makeListPage("blogList", path, routeOf(blog.archiveBasePath), archive));
  }
  const allTags = routeOf(blog.tagsBasePath, true);
  lists.push(...tagIndex("blogList", path, allTags, tags));
  for (const { route, pages: posts, ...tag } of tags) {
    const withTag = new Set(posts);
    addList(route, { tag, all: allTags }, (post) => withTag.has(post));
  }
  const all = routeOf(blog.authorsBasePath, true);
  const position = lists.length;
  const entries = [...(byKey?.values() ?? [])].flatMap((author) => {
    const isOwn = ({ post }: SourcePage) => post?.authors.some(({ key }) => key === author.key) === true;
    return author.route === undefined ? [] : [{ author, count: addList(author.route, { author, all }, isOwn) }];
  });
  if (entries.length > 0) {
    lists.splice(position, 0, makeListPage("blogList", path, all, { kind: "authors", authors: entries }));
  }
  return { pages, lists: lists.map((list) => ({ ...list, blog: blog.id })), problems: [...problems, ...faults] };
}

/** Format of a feed. */
export type FeedType = "rss" | "atom" | "json";

const NAMES: Readonly<Record<FeedType, string>> = { rss: "rss.xml", atom: "atom.xml", json: "feed.json" };

/** A blog with its posts of lists and feeds, newest first. */
export interface BlogPosts {
  readonly blog: Blog;
  readonly posts: readonly SourcePage[];
}

/** Output files of all feeds. */
export function feedFiles(blogs: readonly BlogPosts[], trailingSlash: TrailingSlash): string[] {
  return blogs.flatMap((blog) => feedTypes(blog).map((type) => feedFile(type, blog, trailingSlash)));
}

/** The formats of feeds that a blog has; none without posts. */
export function feedTypes({ blog, posts }: BlogPosts): FeedType[] {
  return posts.length === 0 ? [] : [...new Set(blog.feedOptions.type)];
}

/** Output file of a feed. */
export function feedFile(type: FeedType, { blog }: BlogPosts, trailingSlash: TrailingSlash): string {
  const folder = routeKey(blogRoute(blog, "", true, trailingSlash)).slice(1);
  return folder === "" ? NAMES[type] : `${folder}/${NAMES[type]}`;
}

interface Lists {
  readonly pages: readonly SourcePage[];
  readonly lists: readonly SourcePage[];
  readonly problems: readonly Problem[];
}

/** Adds tags and authors to pages, and creates the list pages. @param authors by the id of their blog */
export function makeLists(
  pages: readonly SourcePage[],
  versions: readonly DocsVersion[],
  authors: ReadonlyMap<string, Authors>,
  tagFiles: ReadonlyMap<string, TagsFile>,
  config: SiteConfig,
): Lists {
  const { docs, trailingSlash } = config;
  const sets = versions.map((version) => {
    const docPages = pages.filter((page) => page.kind === "doc" && isOfVersion(version)(page));
    const { tagsBasePath = "", onInlineTags = "warn" } = docs.find(({ id }) => id === version.plugin) ?? {};
    const base = `${version.path.slice(1)}/${tagsBasePath}`;
    const folder = `${CONTENT_FOLDER}/${version.folder}`;
    const routeOf = (slug: string) => makeRoute({ base, name: slug, trailingSlash });
    const all = makeRoute({ base, name: "", isIndex: true, trailingSlash });
    return docTags(docPages, { folder, file: tagFiles.get(version.folder), onInlineTags, routeOf }, all);
  });
  for (const blog of blogsOf(config)) {
    const posts = pages.filter((page) => page.kind === "post" && page.blog === blog.id);
    // Without a file of authors there are none; undefined stands for an invalid one.
    const byKey = authors.has(blog.id) ? authors.get(blog.id) : new Map();
    sets.push(makeBlog(posts, byKey, tagFiles.get(blog.folder), blog, trailingSlash));
  }
  const changed = new Map(sets.flatMap((set) => set.pages).map((page) => [page.path, page]));
  return {
    pages: pages.map((page) => changed.get(page.path) ?? page),
    lists: sets.flatMap((set) => set.lists),
    problems: sets.flatMap((set) => set.problems),
  };
}

/** Tags of a docs version. @param all route of the list of all tags: `/docs/tags/` */
function docTags(docs: readonly SourcePage[], rules: TagRules, all: Route): Lists {
  const { folder: path } = rules;
  const { tags, tagged, problems } = collectTags(docs, rules);
  const lists = tags.map(({ route, pages, ...tag }) => {
    const sorted = pages.toSorted((a, b) => compareText(a.title.toLowerCase(), b.title.toLowerCase()));
    return makeListPage("docList", path, route, { kind: "docs", docs: sorted.map((page) => page.path), tag, all });
  });
  return { pages: tagged, lists: [...tagIndex("docList", path, all, tags), ...lists], problems };
}
