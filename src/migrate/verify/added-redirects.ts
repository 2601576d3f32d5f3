import { join } from "node:path";
import type { Mapping } from "../../content/data-file.ts";
import { addressFault, takenAddresses } from "../../navigation/redirects.ts";
import { slashedPath } from "../../shared/disk-path.ts";
import { collisionKey, routeKey } from "../../shared/route.ts";
import { count } from "../../shared/text.ts";
import type { Job, SiteRedirect } from "../job.ts";
import { localesOf, STATIC } from "../plan/new-paths.ts";
import { hasAuthors, type MovedTags } from "../plan/tags-and-authors.ts";
import { baseUrlOf, list, routeBaseOf, texts } from "../read/config-values.ts";
import { readFileText } from "../read/read-data.ts";
import { putConfig } from "../rewrite/settings/rewrite-settings.ts";
import { addressOfFile, type NewFiles } from "./old-addresses.ts";

/** A site to which redirects are added. */
export interface RedirectedSite {
  readonly config: Mapping;
  /** The site's HTML files. */
  readonly built: NewFiles;
}

/**
 * Adds the redirects that depend on the new site's pages: those that the configuration's plugin creates for each page,
 * and those of tag pages whose addresses change.
 *
 * @param tags by the last part of their new addresses, with those of the old ones
 */
export async function withPageRedirects(site: RedirectedSite, tags: MovedTags, job: Job): Promise<RedirectedSite> {
  const languages = localesOf(site.config.i18n);
  const routes = [...site.built].flatMap(([file, ids]) =>
    ids === undefined || languages.some((name) => file.startsWith(`${name}/`)) ? [] : [addressOfFile(file)],
  );
  const ofTags = routes.flatMap((to) => {
    const [page = ""] = /\/page\/\d+$/.exec(to) ?? [];
    const path = to.slice(0, to.length - page.length);
    const start = path.lastIndexOf("/") + 1;
    return (tags.get(path.slice(start)) ?? []).map((old) => ({ from: path.slice(0, start) + old + page, to }));
  });
  const moved = [...ofTags, ...authorLists(job)];
  const addresses = [...routes.map((to) => ({ from: to, to })), ...moved];
  const ofPlugin = [...(await createdRedirects(addresses, job)), ...ofExtensions(addresses, job)];
  // The plugin creates none from an address that has a page.
  const tagged = withRedirects(site, moved, job, "lists of tags and authors whose addresses change");
  return withRedirects(tagged, ofPlugin, job, "plugin-client-redirects");
}

/** Adds the redirects from the addresses of sets that share one in Docusaurus. @returns the configuration with them */
export function withMovedSets(site: RedirectedSite, job: Job): Mapping {
  const redirects = job.docusaurus.sets.flatMap((set) => {
    const { movedFrom } = set;
    const to = `/${routeBaseOf(set)}/`;
    const pages =
      movedFrom === undefined
        ? []
        : [...site.built.keys()].map(addressOfFile).filter((address) => address.startsWith(to));
    return pages.map((address) => ({
      from: `/${movedFrom}/${address.slice(to.length)}`.replace(/^\/\//, "/"),
      to: address,
    }));
  });
  return withRedirects(site, redirects, job, "sets of docs at one address").config;
}

/**
 * Adds those redirects that `docgen build` accepts: to pages in every language, from addresses that nothing has.
 *
 * @param source for a note about all of them
 */
export function withRedirects(
  { config, built }: RedirectedSite,
  redirects: readonly SiteRedirect[],
  job: Job,
  source?: string,
): RedirectedSite {
  const statics = [...job.files.keys()].flatMap((path) =>
    path.startsWith(`${STATIC}/`) ? [path.slice(STATIC.length)] : [],
  );
  const addresses = new Set([...built.keys()].map(addressOfFile));
  const taken = new Set(takenAddresses(new Map(), [...statics, ...[...built.keys()].map((file) => `/${file}`)]).keys());
  for (const address of [...addresses, ...list(config.redirects).flatMap(({ from }) => texts(from))])
    taken.add(collisionKey(routeKey(address)));
  const bases = ["", ...localesOf(config.i18n).map((name) => `/${name}`)];
  const added = redirects.filter(({ from, to }) => {
    const key = collisionKey(routeKey(from));
    const isPossible = bases.every((base) => addresses.has(routeKey(base + to))) && addressFault(from) === undefined;
    return isPossible && !taken.has(key) && taken.add(key);
  });
  if (added.length === 0) return { config, built };
  const listed = `listed the ${count(added.length, "redirect")} of ${source}`;
  if (source !== undefined) job.noteFile(job.configFile, "changed", listed);
  const all = { ...config, redirects: [...list(config.redirects), ...added] };
  putConfig(all, job);
  const files = added.flatMap(({ from }) =>
    bases.map((base) => [`${(base + routeKey(from)).slice(1)}/index.html`, undefined] as const),
  );
  return { config: all, built: new Map([...built, ...files]) };
}

/** Redirects from the lists of authors to their blogs: docgen has such a list only if an author has a page. */
function authorLists(job: Job): SiteRedirect[] {
  const blogs = job.docusaurus.sets.filter((set) => set.kind === "blog" && hasAuthors(set, job));
  return blogs.map((set) => {
    const to = `/${routeBaseOf(set)}`;
    return { from: `${to.replace(/\/$/, "")}/${String(set.options.authorsBasePath ?? "authors")}`, to };
  });
}

/** What the plugin's `createRedirects` returns for the addresses of the old site. */
async function createdRedirects(
  addresses: readonly SiteRedirect[],
  { configFile, docusaurus, ask, noteFile }: Job,
): Promise<SiteRedirect[]> {
  if (docusaurus.plugins.get("client-redirects")?.createRedirects === undefined) return [];
  const targets = new Map(addresses.map(({ from, to }) => [from, to]));
  const outcome = await ask({ routes: [...targets.keys()] });
  if (!("fault" in outcome))
    return list(outcome.exports).map(({ from, to }) => ({
      from: String(from),
      to: targets.get(String(to)) ?? String(to),
    }));
  noteFile(configFile, "hand", `createRedirects fails: ${outcome.fault}; list its addresses in redirects`);
  return [];
}

/** Redirects from addresses with an ending that they lack, or without the one that they have. */
function ofExtensions(addresses: readonly SiteRedirect[], { docusaurus }: Job): SiteRedirect[] {
  const { fromExtensions, toExtensions } = docusaurus.plugins.get("client-redirects") ?? {};
  return addresses.flatMap(({ from, to }) => [
    ...(from === "/" ? [] : texts(fromExtensions).map((ending) => ({ from: `${from}.${ending}`, to }))),
    ...texts(toExtensions).flatMap((ending) =>
      from.endsWith(`.${ending}`) ? [{ from: from.slice(0, -1 - ending.length), to }] : [],
    ),
  ]);
}

/**
 * Adds the redirects of the site's `_redirects`, and reports its other lines: docgen writes this file itself if a site has
 * redirects.
 */
export function withHostRedirects(site: RedirectedSite, job: Job): RedirectedSite {
  const { root, docusaurus, hasFile, note } = job;
  const file = docusaurus.staticFolders.map((folder) => join(folder, "_redirects")).find(hasFile);
  if (file === undefined || site.config.redirects === undefined) return site;
  const baseUrl = baseUrlOf(docusaurus.config);
  const rules = readFileText(file)
    .split("\n")
    .map((text, index) => {
      const [from = "", to = "", status = "301", ...conditions] = text.trim().split(/\s+/);
      const isInner = [from, to].every((address) => address.startsWith(baseUrl));
      const isMoved = isInner && conditions.length === 0 && /^30\d$/.test(status);
      const inside = (address: string) => address.slice(baseUrl.length - 1);
      return { line: index + 1, text: text.trim(), from: inside(from), to: inside(to), isMoved };
    })
    .filter(({ text }) => text !== "" && !text.startsWith("#"));
  const all = withRedirects(
    site,
    rules.flatMap(({ from, to, isMoved }) => (isMoved ? { from, to } : [])),
    job,
  );
  const written = new Map(list(all.config.redirects).flatMap(({ from, to }) => texts(from).map((old) => [old, to])));
  const remedy =
    "docgen generates _redirects from redirects in site.config.ts, which can't express this rule: add it at the host";
  for (const { line, text, from, to, isMoved } of rules)
    if (isMoved && written.get(from) === to)
      note(slashedPath(root, file), { line, kind: "changed", message: "moved to redirects in site.config.ts" });
    else note(slashedPath(root, file), { line, kind: "hand", message: `is not migrated: "${text}"; ${remedy}` });
  return all;
}
