import type { ComponentType, ReactNode } from "react";
import type { TagLink } from "../../content/content-types.ts";
import type { SidebarItem } from "../../navigation/navigation-types.ts";
import { firstRoute, isListed } from "../../navigation/sidebar-path.ts";
import { SEARCH_INPUT_MAX_LENGTH } from "../../shared/constants.ts";
import { RESULTS_ID } from "../element-ids.ts";
import { ItemLink, RouteLink } from "../Link.tsx";
import { useDate, useSite, useTranslate, useUrl } from "../site-context.ts";
import { TagLinks } from "../TagLinks.tsx";
import { TitleBadge } from "../TitleBadge.tsx";
import type { ListData, PostSummary } from "../theme-types.ts";
import { AuthorCard, PostMeta } from "./PostMeta.tsx";

type Of<Kind extends ListData["kind"]> = Extract<ListData, { kind: Kind }>;

const LISTS: { readonly [Kind in ListData["kind"]]: ComponentType<Of<Kind>> } = {
  posts: PostList,
  archive: Archive,
  tags: TagIndex,
  authors: AuthorList,
  docs: DocList,
  search: SearchStart,
  near: NearPages,
};

/** The content of a list page, by kind of list. */
export function List({ list }: { readonly list: ListData }): ReactNode {
  const Content = LISTS[list.kind] as ComponentType<ListData>;
  return <Content {...list} />;
}

/** The pages of a category with their descriptions. */
export function CategoryCards({ items }: { readonly items: readonly SidebarItem[] }): ReactNode {
  return (
    <ul className="cards">
      {items.filter(isListed).map((item) => (
        <li key={item.label}>
          <ItemLink item={item}>
            {item.label}
            <TitleBadge badge={item.badge} />
          </ItemLink>
          {item.description === undefined ? null : <p>{item.description}</p>}
        </li>
      ))}
    </ul>
  );
}

function PostList({ posts, newer, older, author, all }: Of<"posts">): ReactNode {
  const t = useTranslate();
  return (
    <>
      {author === undefined ? null : <AuthorCard author={{ ...author, route: undefined }} />}
      <AllLink all={all} />
      {posts.length === 0 ? (
        <p>{t({ id: "theme.blog.author.noPosts", message: "This author has not written any posts yet." })}</p>
      ) : null}
      {posts.map((post) => (
        <Item key={post.route} post={post} />
      ))}
      {newer === undefined && older === undefined ? null : (
        <nav
          className="pagination"
          aria-label={t({ id: "theme.blog.paginator.navAriaLabel", message: "Blog list page navigation" })}
        >
          {newer === undefined ? null : (
            <RouteLink route={newer} rel="prev" className="pagination-previous">
              {t({ id: "theme.blog.paginator.newerEntries", message: "Newer entries" })}
            </RouteLink>
          )}
          {older === undefined ? null : (
            <RouteLink route={older} rel="next" className="pagination-next">
              {t({ id: "theme.blog.paginator.olderEntries", message: "Older entries" })}
            </RouteLink>
          )}
        </nav>
      )}
    </>
  );
}

function Item({ post }: { readonly post: PostSummary }): ReactNode {
  const t = useTranslate();
  const { route, title, badge, excerptHtml, tags } = post;
  return (
    <article className="post-item">
      <h2>
        <RouteLink route={route}>{title}</RouteLink>
        <TitleBadge badge={badge} />
      </h2>
      <PostMeta post={post} />
      <div className="markdown" dangerouslySetInnerHTML={{ __html: excerptHtml }} />
      <p className="read-more">
        <RouteLink route={route}>
          <span aria-hidden="true">{t({ id: "theme.blog.post.readMore", message: "Read more" })}</span>
          <span className="visually-hidden">
            {t({ id: "theme.blog.post.readMoreLabel", message: "Read more about {title}" }, { title })}
          </span>
        </RouteLink>
      </p>
      <TagLinks tags={tags} />
    </article>
  );
}

function Archive({ years }: Of<"archive">): ReactNode {
  const formatDate = useDate();
  return years.map(({ year, posts }) => (
    <section key={year}>
      <h2>{year}</h2>
      <ul className="archive">
        {posts.map(({ route, title, date }) => (
          <li key={route}>
            <time dateTime={date}>{formatDate(date)}</time> <RouteLink route={route}>{title}</RouteLink>
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** Tags by first letter, with the number of pages of each. */
function TagIndex({ letters }: Of<"tags">): ReactNode {
  return letters.map(({ letter, tags }) => (
    <section key={letter}>
      <h2>{letter}</h2>
      <ul className="tag-index">
        {tags.map(({ label, route, count }) => (
          <li key={route}>
            <RouteLink route={route} rel="tag" className="tag">
              {label} <span>{count}</span>
            </RouteLink>
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** Authors that have pages of their own. */
function AuthorList({ authors }: Of<"authors">): ReactNode {
  return (
    <ul className="author-list">
      {authors.map((author) => (
        <li key={author.route}>
          <AuthorCard author={author} />
          {author.description === undefined ? null : <p>{author.description}</p>}
          <p className="soft">{author.posts}</p>
        </li>
      ))}
    </ul>
  );
}

function DocList({ docs, all }: Of<"docs">): ReactNode {
  return (
    <>
      <AllLink all={all} />
      {docs.map(({ route, title, badge, description }) => (
        <section key={route} className="doc-item">
          <h2>
            <RouteLink route={route}>{title}</RouteLink>
            <TitleBadge badge={badge} />
          </h2>
          {description === "" ? null : <p>{description}</p>}
        </section>
      ))}
    </>
  );
}

/** A search field; the client renders the results below it. */
function SearchStart(): ReactNode {
  const { site } = useSite();
  const t = useTranslate();
  const [sidebar = []] = Object.values(site.sidebars);
  const overview = firstRoute(sidebar) ?? site.homeRoute;
  return (
    <>
      <SearchForm />
      <noscript>
        <p>
          {t({ id: "theme.SearchPage.noScript", message: "The search needs JavaScript." })}{" "}
          <RouteLink route={overview}>
            {t({ id: "theme.SearchPage.overview", message: "Browse the overview instead." })}
          </RouteLink>
        </p>
      </noscript>
      <div id={RESULTS_ID} data-interactive="" />
    </>
  );
}

/** Suggestions on the "not found" page, filled in by the client. They are last, so that nothing moves. */
function NearPages({ pages }: Of<"near">): ReactNode {
  return (
    <>
      <SearchForm />
      <div data-near={pages} role="status" />
    </>
  );
}

/** A search form that opens the page of all results; nothing if the site has no such page. */
function SearchForm(): ReactNode {
  const { searchRoute } = useSite().site;
  const t = useTranslate();
  const url = useUrl();
  if (searchRoute === undefined) return null;
  const label = t({ id: "theme.SearchBar.label", message: "Search" });
  return (
    <search>
      <form className="search-form" action={url(searchRoute)}>
        <input
          type="search"
          name="q"
          aria-label={label}
          maxLength={SEARCH_INPUT_MAX_LENGTH}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        <button type="submit">{label}</button>
      </form>
    </search>
  );
}

function AllLink({ all }: { readonly all: TagLink | undefined }): ReactNode {
  if (all === undefined) return null;
  return (
    <p className="list-all">
      <RouteLink route={all.route}>{all.label}</RouteLink>
    </p>
  );
}
