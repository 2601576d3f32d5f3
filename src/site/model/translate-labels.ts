import type { SiteConfig } from "../../config/schema.ts";
import { categoryLabel } from "../../content/generated.ts";
import type { Content } from "../../content/types.ts";

/** Configuration and content, which contain the labels of a site. */
export interface Labelled {
  readonly config: SiteConfig;
  readonly content: Content;
}

/**
 * Translates the labels of the configuration and of categories. Their ids in
 * `code.json`:
 *
 * - `navbar.title`, `navbar.item.label.<label>`
 * - `footer.title.<title>`, `footer.item.label.<label>`, `footer.copyright`
 * - `announcementBar.content`
 * - `docs.<plugin id>.version.<name>`
 * - `sidebar.<sidebar id>.category.<label>`
 */
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
  const optional = <K extends string>(key: K, id: string, text: string | undefined) => {
    return (text === undefined ? {} : { [key]: map(id, text) }) as { readonly [key in K]?: string };
  };
  const item = <T extends { readonly label?: string | undefined }>(entry: T): T => {
    return { ...entry, ...optional("label", `navbar.item.label.${entry.label}`, entry.label) };
  };
  const footerLink = <T extends { readonly label: string }>(link: T): T => {
    return { ...link, label: map(`footer.item.label.${link.label}`, link.label) };
  };
  const sidebarOf = (plugin: string) => config.docs.find(({ id }) => id === plugin)?.sidebarId ?? "";
  const { navbar, footer, announcementBar } = config;
  return {
    config: {
      ...config,
      navbar: {
        ...navbar,
        ...optional("title", "navbar.title", navbar.title),
        items: navbar.items.map((entry) => {
          if (entry.type === "dropdown") return { ...item(entry), items: entry.items.map(item) };
          return "label" in entry ? item(entry) : entry;
        }),
      },
      footer: {
        ...footer,
        links: footer.links.map((entry) => {
          if (!("items" in entry)) return footerLink(entry);
          const { title, items } = entry;
          return { ...entry, ...optional("title", `footer.title.${title}`, title), items: items.map(footerLink) };
        }),
        ...optional("copyright", "footer.copyright", footer.copyright),
      },
      ...(announcementBar === undefined
        ? {}
        : {
            announcementBar: {
              ...announcementBar,
              content: map("announcementBar.content", announcementBar.content),
            },
          }),
    },
    content: {
      ...content,
      versions: content.versions.map((version) => {
        return { ...version, label: map(`docs.${version.plugin}.version.${version.name}`, version.label) };
      }),
      folders: content.folders.map((folder) => {
        if (folder.folder === "") return folder;
        const label = categoryLabel(folder);
        const translated = map(`sidebar.${sidebarOf(folder.plugin)}.category.${label}`, label);
        // Without a translation the label may come from the folder's index page.
        return translated === label ? folder : { ...folder, category: { ...folder.category, label: translated } };
      }),
      pages: content.pages.map((page) => {
        const { title } = page.frontMatter;
        if (page.format !== "generated" || title === undefined) return page;
        const translated = map(`sidebar.${sidebarOf(page.plugin)}.category.${title}`, title);
        return { ...page, frontMatter: { ...page.frontMatter, title: translated } };
      }),
    },
  };
}
