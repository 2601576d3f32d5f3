import * as v from "valibot";
import { attempt } from "../shared/attempt.ts";
import { didYouMean, nearestOrValid } from "../shared/nearest.ts";
import { collisionKey } from "../shared/route.ts";
import { explainIssues, misplacedLists } from "./issue-messages.ts";
import { type SiteConfig, siteConfigSchema } from "./schema.ts";
import { sidebarNames } from "./sidebars-schema.ts";

/** A valid configuration, or all of its errors. */
export type Validation = { readonly config: SiteConfig } | { readonly errors: readonly string[] };

/** Validates a configuration, and its fields against each other. @returns all errors at once, each with its item */
export function validateConfig(value: unknown): Validation {
  const lists = misplacedLists(siteConfigSchema, value);
  if (lists.length > 0) return { errors: lists };
  const result = v.safeParse(siteConfigSchema, value);
  if (!result.success) return { errors: explainIssues(result.issues, siteConfigSchema, value) };
  const config = result.output;
  const errors = [
    ...checkDocs(config),
    ...checkBlogs(config),
    ...checkLibrary(config),
    ...checkScripts(config),
    ...checkNavbar(config),
    ...checkFooter(config),
    ...checkLocales(config),
    ...checkAnalytics(config),
  ];
  if (errors.length > 0) return { errors };
  return { config };
}

function checkAnalytics({ analytics }: SiteConfig): string[] {
  if (analytics === undefined) return [];
  const { variant, host } = analytics;
  if (variant === "matomo" && host === undefined)
    return ['analytics.host: is missing; "matomo" needs the URL of your Matomo'];
  const isOwn = ["plausible", "umami", "matomo", "goatcounter"].includes(variant);
  return host === undefined || isOwn ? [] : [`analytics.host: has no effect with "${variant}"; remove it`];
}

function checkLibrary({ live, scripts }: SiteConfig): string[] {
  const { library } = live;
  const names = scripts.flatMap(({ name }) => name ?? []);
  if (library === undefined || names.includes(library.scripts)) return [];
  const guess = didYouMean(library.scripts, names) || "; give this name to the script that samples need";
  return [`live.library.scripts: no entry of scripts has the name "${library.scripts}"${guess}`];
}

function checkScripts({ scripts }: SiteConfig): string[] {
  const faultOf = (on: string, index: number) =>
    `scripts[${index}].on: "${on}" has no effect without a name, by which pages ask for it`;
  return scripts.flatMap(({ name, on }, index) => (on === "every-page" || name ? [] : [faultOf(on, index)]));
}

function checkDocs({ docs, blog }: SiteConfig): string[] {
  const errors: string[] = [];
  for (const key of ["id", "folder", "routeBasePath"] as const) {
    docs.forEach((plugin, index) => {
      const first = docs.findIndex((other) => other[key] === plugin[key]);
      if (first !== index) errors.push(`docs[${index}].${key}: "${plugin[key]}" is already used by docs[${first}]`);
    });
  }
  docs.forEach((plugin, index) => {
    const owner = blog !== false && plugin.folder === "blog" ? "blog" : `content/${plugin.folder}`;
    if (owner === "blog" || OWN_FOLDERS.includes(plugin.folder))
      errors.push(`docs[${index}].folder: "${plugin.folder}" is already used by ${owner}`);
    const key = plugin.sidebars === undefined ? "sidebarId" : "sidebars";
    for (const name of sidebarNames(plugin)) {
      const first = docs.findIndex((other) => sidebarNames(other).includes(name));
      if (first !== index) errors.push(`docs[${index}].${key}: "${name}" is already used by docs[${first}]`);
    }
  });
  return errors;
}

/** Folders in `content/` that have a meaning of their own. */
const OWN_FOLDERS = ["i18n", "pages", "static"];

function checkBlogs({ blogs, blog, docs }: SiteConfig): string[] {
  const ids = new Map([["blog", "blog"]]);
  const folders = new Map<string, string>([
    ...OWN_FOLDERS.map((folder) => [folder, `content/${folder}`] as const),
    ...docs.map(({ folder }, index) => [folder, `docs[${index}]`] as const),
  ]);
  const routes = new Map<string, string>();
  if (blog !== false) {
    folders.set("blog", "blog");
    routes.set(blog.routeBasePath, "blog");
  }
  return blogs.flatMap(({ id, path = id, routeBasePath = path }, index) => {
    const option = `blogs[${index}]`;
    const taken = [
      ["id", id, ids] as const,
      ["path", path, folders] as const,
      ["routeBasePath", routeBasePath, routes] as const,
    ];
    return taken.flatMap(([key, value, owners]) => {
      const owner = owners.get(value);
      owners.set(value, owner ?? option);
      return owner === undefined ? [] : [`${option}.${key}: "${value}" is already used by ${owner}`];
    });
  });
}

function checkNavbar({ navbar, docs }: SiteConfig): string[] {
  const ids = docs.map((plugin) => plugin.id);
  return navbar.items.flatMap((item, index) => {
    const errors: string[] = [];
    const option = `navbar.items[${index}]`;
    if ("docsPluginId" in item && item.docsPluginId !== undefined && !ids.includes(item.docsPluginId)) {
      errors.push(`${option}: no docs with the id "${item.docsPluginId}"${nearestOrValid(item.docsPluginId, ids)}`);
    }
    if (item.type === "docSidebar") {
      const sidebars = docs.flatMap(sidebarNames);
      const fault = `${option}: no sidebar "${item.sidebarId}"${nearestOrValid(item.sidebarId, sidebars)}`;
      if (!sidebars.includes(item.sidebarId)) errors.push(fault);
    }
    if (item.type === "default") errors.push(...checkTarget(item, option));
    if (item.type !== "dropdown") return errors;
    if (item.label.trim() === "") errors.push(`${option}: "label" is missing`);
    if (item.to !== undefined) errors.push(...checkTarget(item, option));
    const entries = item.items.map((entry, at) => {
      return entry.type === "html" ? [] : checkTarget(entry, `${option}.items[${at}]`);
    });
    return [...errors, ...entries.flat()];
  });
}

/** A link leads to a route or to another site. */
function checkTarget({ to, href }: { readonly to?: unknown; readonly href?: unknown }, option: string): string[] {
  if ((to === undefined) !== (href === undefined)) return [];
  return [`${option}: set either "to" (a route) or "href" (an external URL)`];
}

function checkFooter({ footer }: SiteConfig): string[] {
  const links = footer.links.flatMap((entry, column) =>
    "items" in entry
      ? entry.items.map((link, row) => ({ link, option: `footer.links[${column}].items[${row}]` }))
      : [{ link: entry, option: `footer.links[${column}]` }],
  );
  const columns = footer.links.filter((entry) => "items" in entry).length;
  const mixed =
    columns > 0 && columns < footer.links.length
      ? ["footer.links: must contain either columns or links, not both"]
      : [];
  const incomplete = links.flatMap(({ link, option }) => checkTarget(link, option));
  return [...mixed, ...incomplete];
}

/** Locales become folders and parts of URLs: anything but a language tag could escape from either. */
const LANGUAGE_TAG = /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i;

function checkLocales({ i18n }: SiteConfig): string[] {
  const { locales, defaultLocale, localeConfigs } = i18n;
  const errors: string[] = [];
  locales.forEach((locale, index) => {
    const option = `i18n.locales[${index}]`;
    // `Intl` rejects some strings that have the form of a tag, such as `docs`.
    const isLanguage = LANGUAGE_TAG.test(locale) && attempt(() => new Intl.Locale(locale)) !== undefined;
    if (!isLanguage) errors.push(`${option}: "${locale}" is not a language tag such as "fr" or "pt-BR"`);
    const first = locales.findIndex((other) => collisionKey(other) === collisionKey(locale));
    if (first !== index) errors.push(`${option}: "${locale}" is already used by i18n.locales[${first}]`);
  });
  if (!locales.includes(defaultLocale)) {
    errors.push(`i18n.defaultLocale: "${defaultLocale}" is not among i18n.locales (${locales.join(", ")})`);
  }
  for (const name of Object.keys(localeConfigs).filter((key) => !locales.includes(key))) {
    errors.push(`i18n.localeConfigs: "${name}" is not among i18n.locales${didYouMean(name, locales)}`);
  }
  return errors;
}
