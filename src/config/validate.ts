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
  return scripts.flatMap(({ name, on }, index) => {
    if (on === "every-page" || name) return [];
    return [`scripts[${index}].on: "${on}" has no effect without a name, by which pages ask for it`];
  });
}

/** Notes the owner of a value that only one may have. @returns the error if another one has it */
function claim(owners: Map<string, string>, value: string, owner: string, key: string): string[] {
  const first = owners.get(value) ?? owner;
  owners.set(value, first);
  return first === owner ? [] : [`${owner}.${key}: "${value}" is already used by ${first}`];
}

/** Owners of the folders in `content/` that have a meaning of their own. */
function ownFolders({ blog }: SiteConfig): Map<string, string> {
  const folders = ["i18n", "pages", "static"].map((folder) => [folder, `content/${folder}`] as const);
  return new Map<string, string>(blog === false ? folders : [...folders, ["blog", "blog"]]);
}

function checkDocs(config: SiteConfig): string[] {
  const sidebars = new Map<string, string>();
  return [
    ...(["id", "folder", "routeBasePath"] as const).flatMap((key) => {
      const owners = key === "folder" ? ownFolders(config) : new Map<string, string>();
      return config.docs.flatMap((docs, index) => claim(owners, docs[key], `docs[${index}]`, key));
    }),
    ...config.docs.flatMap((docs, index) => {
      const key = docs.sidebars === undefined ? "sidebarId" : "sidebars";
      return sidebarNames(docs).flatMap((name) => claim(sidebars, name, `docs[${index}]`, key));
    }),
  ];
}

function checkBlogs(config: SiteConfig): string[] {
  const { blogs, blog, docs } = config;
  const ids = new Map([["blog", "blog"]]);
  const folders = ownFolders(config);
  for (const [index, { folder }] of docs.entries()) folders.set(folder, `docs[${index}]`);
  const routes = new Map<string, string>(blog === false ? [] : [[blog.routeBasePath, "blog"]]);
  return blogs.flatMap(({ id, path = id, routeBasePath = path }, index) => {
    const owner = `blogs[${index}]`;
    return [
      ...claim(ids, id, owner, "id"),
      ...claim(folders, path, owner, "path"),
      ...claim(routes, routeBasePath, owner, "routeBasePath"),
    ];
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
