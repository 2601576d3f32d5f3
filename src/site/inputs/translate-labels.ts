import type { SiteConfig } from "../../config/schema.ts";
import { type SidebarItemConfig, type SidebarsConfig, sidebarNames } from "../../config/sidebars-schema.ts";
import type { Content } from "../../content/content-types.ts";
import { categoryLabel } from "../../content/docs-folders.ts";
import { readableName } from "../../content/routes.ts";
import type { TextDeclaration } from "../../shared/translate.ts";

/** Configuration and content, which contain the labels of a site. */
interface Labelled {
  readonly config: SiteConfig;
  readonly content: Content;
}

const BLOG = { id: "theme.blog.title", message: "Blog" };
const RECENT_POSTS = { id: "theme.blog.sidebar.title", message: "Recent posts" };

/** Translates the label of a folder or generated index by the first sidebar that has a translation. */
export function translateLabels(config: SiteConfig, content: Content): Labelled {
  const { texts } = content.translation;
  if (Object.keys(texts).length === 0) return { config, content };
  return mapLabels(config, content, (id, text) => (Object.hasOwn(texts, id) ? (texts[id] ?? text) : text));
}

/** Returns the ids of a site's labels. */
export function labelIds(config: SiteConfig, content: Content): Set<string> {
  const ids = new Set<string>();
  mapLabels(config, content, (id, text) => {
    ids.add(id);
    return text;
  });
  return ids;
}

function mapLabels(config: SiteConfig, content: Content, map: (id: string, text: string) => string): Labelled {
  /** Translates a text of an object that may have it. */
  const text = <T extends object>(owner: T, key: keyof T & string, id: string): T => {
    const value: unknown = owner[key];
    return typeof value === "string" ? { ...owner, [key]: map(id, value) } : owner;
  };
  const item = <T extends { readonly type: string; readonly label?: string | undefined }>(entry: T): T => {
    return text(entry, "label", `navbar.item.label.${entry.label}`);
  };
  const footerLink = <T extends { readonly label: string }>(link: T): T => {
    return text(link, "label", `footer.item.label.${link.label}`);
  };
  /** Translates the label of a folder or generated index by the first sidebar with a translation for it. */
  const inSidebar = (plugin: string, label: string): string => {
    const docs = config.docs.find(({ id }) => id === plugin);
    const labels = (docs === undefined ? [""] : sidebarNames(docs)).map((name) =>
      map(`sidebar.${name}.category.${label}`, label),
    );
    return labels.find((translated) => translated !== label) ?? label;
  };
  const withBadge = (name: string, entry: SidebarItemConfig): SidebarItemConfig => {
    if (!("badge" in entry) || entry.badge === undefined) return entry;
    return { ...entry, badge: text(entry.badge, "text", `sidebar.${name}.badge.${entry.badge.text}`) };
  };
  const sidebarItem = (name: string, configured: SidebarItemConfig): SidebarItemConfig => {
    const entry = withBadge(name, configured);
    if (!("label" in entry)) return entry;
    const copy = text(entry, "label", `sidebar.${name}.${entry.type === "ref" ? "doc" : entry.type}.${entry.label}`);
    return copy.type === "category" ? { ...copy, items: copy.items.map((child) => sidebarItem(name, child)) } : copy;
  };
  const sidebars = <T extends { readonly sidebars?: SidebarsConfig | undefined }>(of: T): T => {
    if (of.sidebars === undefined) return of;
    const entries = Object.entries(of.sidebars);
    const mapped = entries.map(([name, items]) => [name, items.map((entry) => sidebarItem(name, entry))] as const);
    return { ...of, sidebars: Object.fromEntries(mapped) };
  };
  /** Translates a label: by the site, or, if it is the default, by docgen's own translation. */
  const ownOr = ({ id: ownId, message }: Required<TextDeclaration>, id: string, label: string): string => {
    return map(id, label === message ? map(ownId, label) : label);
  };
  const { navbar, footer, announcementBar, blog, blogs } = config;
  return {
    config: {
      ...config,
      title: map("site.title", config.title),
      tagline: map("site.tagline", config.tagline),
      description: map("site.description", config.description),
      blog: blog && {
        ...blog,
        title: ownOr(BLOG, "blog.title", blog.title),
        description: map("blog.description", blog.description),
        blogSidebarTitle: ownOr(RECENT_POSTS, "blog.sidebar.title", blog.blogSidebarTitle),
      },
      blogs: blogs.map(({ id, title = readableName(id), ...other }) => ({
        ...other,
        id,
        title: map(`blogs.${id}.title`, title),
        description: map(`blogs.${id}.description`, other.description),
        blogSidebarTitle: ownOr(RECENT_POSTS, `blogs.${id}.sidebar.title`, other.blogSidebarTitle),
      })),
      docs: config.docs.map((docs) => ({
        ...sidebars(docs),
        versions: Object.fromEntries(Object.entries(docs.versions).map(([name, version]) => [name, sidebars(version)])),
      })),
      navbar: {
        ...text(navbar, "title", "navbar.title"),
        items: navbar.items.map((entry) => {
          if (entry.type === "dropdown") return { ...item(entry), items: entry.items.map(item) };
          return item(entry);
        }),
      },
      footer: {
        ...text(footer, "copyright", "footer.copyright"),
        links: footer.links.map((entry) => {
          if (!("items" in entry)) return footerLink(entry);
          return { ...text(entry, "title", `footer.title.${entry.title}`), items: entry.items.map(footerLink) };
        }),
      },
      announcementBar: announcementBar && text(announcementBar, "content", "announcementBar.content"),
    },
    content: {
      ...content,
      versions: content.versions.map((version) => {
        return { ...version, label: map(`docs.${version.plugin}.version.${version.name}`, version.label) };
      }),
      folders: content.folders.map((folder) => {
        if (folder.folder === "") return folder;
        const label = categoryLabel(folder);
        const translated = inSidebar(folder.plugin, label);
        // Without a translation the label may come from the folder's index page.
        return translated === label ? folder : { ...folder, category: { ...folder.category, label: translated } };
      }),
      pages: content.pages.map((page) => {
        const isIndex = page.format === "generated" && page.kind === "category";
        return isIndex ? { ...page, title: inSidebar(page.plugin, page.title) } : page;
      }),
    },
  };
}
