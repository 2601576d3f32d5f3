import { CONFIG_FILE } from "../../config/config-file.ts";
import { isMapping, type Mapping } from "../../content/data-file.ts";
import { foldersUp } from "../../shared/disk-path.ts";
import { groupBy } from "../../shared/group-by.ts";
import { count } from "../../shared/text.ts";
import type { FileNote, Job } from "../job.ts";
import { list, record } from "../read/config-values.ts";
import { versionNames } from "../read/doc-names.ts";
import { mapEntries } from "../read/read-sidebars.ts";
import { versionsOf } from "../rewrite/docusaurus-shim.ts";
import type { TrialBuild } from "./try-build.ts";

/** Matches what a build says of an item of a sidebar or of the navbar whose docs aren't there. */
const MISSING =
  /(?:docs\[(\d+)\]\.[^:]*\bsidebars\b|navbar\.items\[(\d+)\])[^:]*: (?:no )?(docs?|folder|sidebar|category)(?: with the id)? "([^"]+)"(?: with pages| contains no link| has neither items nor a link)?(.*)$/;

const REMEDY = "create it, or run the script that generates it, then migrate again";

/** Matches errors about addresses in the configuration that no page and no file has. */
const BROKEN = /^docgen build reports: broken link "([^"]+)"[^;]*(.*)$/;
const ADDRESSES = ["favicon", "to", "href", "src", "srcDark"];

/** Addresses in the configuration that lead nowhere, such as those of a plugin's pages, with hints. */
function brokenIn(errors: readonly FileNote[]): Map<string, string> {
  const ofConfig = errors.filter(({ path }) => path === CONFIG_FILE);
  return new Map(
    ofConfig.flatMap(({ message }) => {
      const [, address, hint = ""] = BROKEN.exec(message) ?? [];
      return address === undefined ? [] : [[address, hint] as const];
    }),
  );
}

/** Leaves out addresses of the navbar, of the footer and of pictures that lead nowhere. */
function withoutBrokenLinks(config: Mapping, hints: ReadonlyMap<string, string>, job: Job): Mapping {
  const visit = (value: unknown): unknown => {
    // docgen has no empty columns and dropdowns.
    if (Array.isArray(value))
      return value.map(visit).filter((part) => part !== undefined && record(part).items?.toString() !== "");
    if (!isMapping(value)) return value;
    const gone = ADDRESSES.filter((key) => hints.has(String(value[key])));
    for (const address of gone.map((key) => String(value[key]))) {
      const remedy = "add it to site.config.ts once there is one";
      const message = `${address} is removed: no page or file has this address${hints.get(address)}; ${remedy}`;
      job.noteFile(job.configFile, "hand", message);
    }
    const isEmpty = gone.some((key) => /^(?:to|src)$/.test(key) || (key === "href" && value.src === undefined));
    const kept = Object.entries(value).filter(([key]) => !gone.includes(key));
    return isEmpty ? undefined : Object.fromEntries(kept.map(([key, part]) => [key, visit(part)]));
  };
  const { favicon, navbar, footer } = config;
  return hints.size === 0 ? config : { ...config, favicon: undefined, ...record(visit({ favicon, navbar, footer })) };
}

/** Matches errors about links of pages: the link as written, and its address; in components, that is the link. */
const LOST = /^docgen build reports: broken link "([^"?#]+)[^"]*"(?:: no page or file at ([^\s;]+)|$)/;

/** Matches the beginning of a link that only a remark plugin understands, such as `$docs$/`. */
const ALIAS = /^[^\w./#?][^/?#]*\//;

/** A link that leads nowhere. */
interface LostLink {
  /** Where it is, relative to the new site. */
  readonly path: string;
  /** As it is written. */
  readonly link: string;
  readonly address: string;
}

/**
 * Ignores links to pages that the site's plugins or scripts probably create, and reports them: each folder without pages
 * once, each beginning that only a remark plugin understands, and the bases of docs that have no page themselves.
 */
function withLostFolders(config: Mapping, { errors, built }: TrialBuild, job: Job): Mapping {
  const { sets, others } = job.docusaurus;
  const files = [...built.keys()].map((file) => `/${file}`);
  const isEmpty = (folder: string) => !files.some((file) => file.startsWith(folder === "/" ? folder : `${folder}/`));
  const lost = errors.flatMap(({ path, message }): LostLink[] => {
    const [, link = "", address = link] = (path !== CONFIG_FILE && LOST.exec(message)) || [];
    return address === "" ? [] : [{ path, link, address }];
  });
  const bases = sets.flatMap((set) =>
    set.kind === "docs" ? versionsOf(versionNames(set, job), set.options).map(({ path }) => path) : [],
  );
  const mayCreate = others.some(({ hooks = ["contentLoaded"] }) => hooks.includes("contentLoaded"));
  const groups = groupBy(lost, ({ link, address }) => {
    const bare = address.replace(/(?<=.)\/$/, "");
    return ALIAS.exec(link)?.[0] ?? (bases.includes(bare) ? BASES : foldersUp(bare).findLast(isEmpty));
  });
  const ignore = [...groups].flatMap(([group, all]) => {
    const example = all.find(({ address }) => mayCreate || address !== group);
    if (group === undefined || example === undefined) return [];
    const [what, remedy] = remedyFor(group, example, all);
    const message = `links.ignore has ${count(all.length, "link")} ${what} in ${example.path}: ${remedy}`;
    job.noteFile(job.configFile, "hand", message);
    const pattern = group.endsWith("/") ? `${group}**` : `${group}/**`;
    return all.map(({ link }) => (link.startsWith(pattern.slice(0, -2)) ? pattern : link));
  });
  return ignore.length === 0 ? config : { ...config, links: { ...record(config.links), ignore: [...new Set(ignore)] } };
}

/** Group of links to the addresses of docs and of their versions. */
const BASES = "bases";

/** What a group of lost links leads to, and what to do. */
function remedyFor(
  group: string,
  { link, address }: LostLink,
  all: readonly LostLink[],
): [what: string, remedy: string] {
  if (group === BASES) {
    const addresses = new Set(all.map((other) => other.address));
    return [`to ${[...addresses].join(", ")}`, "docs have no page there; write slug: / in the front matter of one"];
  }
  return group.endsWith("/")
    ? [`that begin with ${group}, such as ${link}`, "only a remark plugin knows them; write their addresses"]
    : [
        `to pages in ${group}, such as ${address}`,
        "no page is there; create them, or run what generates them, and migrate again",
      ];
}

/** Leaves out redirects to pages that aren't there, and reports them. */
function withoutBrokenRedirects(config: Mapping, errors: readonly FileNote[], { configFile, noteFile }: Job): Mapping {
  const gone = errors.flatMap(({ message }) => {
    const [, index, address] = /: redirects\[(\d+)\]\.to: no page at ([^\s;]+)/.exec(message) ?? [];
    if (address !== undefined)
      noteFile(configFile, "hand", `redirects: that to ${address} is removed: ${address} has no page; ${REMEDY}`);
    return index === undefined ? [] : [Number(index)];
  });
  if (gone.length === 0) return config;
  return { ...config, redirects: list(config.redirects).filter((_, index) => !gone.includes(index)) };
}

/**
 * Leaves out items for docs that aren't there, and reports them: docs that a script generates often aren't in the
 * repository, and Docusaurus, too, builds no site without them.
 *
 * @returns the configuration without them; the same if all docs are there
 */
export function withoutMissingDocs(written: Mapping, tried: TrialBuild, job: Job): Mapping {
  const { errors } = tried;
  // `navbar 0` for the first item of the navbar, `0 id` for those of sidebars of the first set of docs, `docs id` for a set.
  const gone = new Set<string>();
  for (const { message } of errors) {
    const [, set, item, kind, id = "", hint = ""] = MISSING.exec(message) ?? [];
    const key = kind === "docs" ? `docs ${id}` : set === undefined ? `navbar ${item}` : `${set} ${id}`;
    if (id === "" || gone.has(key)) continue;
    gone.add(key);
    const setting = set === undefined ? "navbar" : "sidebars";
    const why = kind === "doc" ? "there is no such doc" : kind === "docs" ? "they have no page" : "it has no pages";
    const what = `the item of the ${kind} "${id}" is removed: ${why}`;
    job.noteFile(job.configFile, "hand", `${setting}: ${what}${hint}; ${REMEDY}`);
  }
  const broken = brokenIn(errors);
  const { navbar } = written;
  const items = list(record(navbar).items).filter(
    ({ docsPluginId }, index) => !gone.has(`navbar ${index}`) && !gone.has(`docs ${docsPluginId}`),
  );
  const kept = gone.size > 0 && isMapping(navbar) ? { ...written, navbar: { ...navbar, items } } : written;
  const config = withLostFolders(kept, tried, job);
  const linked = withoutBrokenRedirects(withoutBrokenLinks(config, broken, job), errors, job);
  const links = new Set<string>();
  const isGone = (set: number, type: string, name: string) => {
    if (type !== "link") return gone.has(`${set} ${name}`);
    if (broken.has(name)) links.add(name);
    return broken.has(name);
  };
  const docs = list(linked.docs).map((set, index) => withoutItems(set, (...item) => isGone(index, ...item)));
  for (const address of links)
    job.noteFile(job.configFile, "hand", `sidebars: the link to ${address} is removed: it has no page; ${REMEDY}`);
  return gone.size === 0 && links.size === 0 ? linked : { ...linked, docs };
}

/** Whether an item is left out. @param name of its doc or folder, or its address */
type IsGone = (type: string, name: string) => boolean;

/** A set of docs whose sidebars, also those of its versions, don't have some items. */
function withoutItems(set: Mapping, isGone: IsGone): Mapping {
  const inAll = (values: Mapping, change: (value: unknown) => unknown): Mapping =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
  const ofOptions = (options: Mapping): Mapping =>
    isMapping(options.sidebars)
      ? { ...options, sidebars: inAll(options.sidebars, (items) => withoutEntries(items, isGone)) }
      : options;
  const { versions } = set;
  const ofVersions = isMapping(versions) ? { versions: inAll(versions, (options) => ofOptions(record(options))) } : {};
  return { ...ofOptions(set), ...ofVersions };
}

/** Entries of a sidebar without some, and without categories that are empty then. */
function withoutEntries(entries: unknown, isGone: IsGone): unknown {
  return mapEntries(entries, (entry) => {
    if (!isMapping(entry)) return isGone("doc", String(entry)) ? [] : [entry];
    const { type, id, dirName, link, ...rest } = entry;
    if (type === undefined) return Object.keys(entry).length === 0 ? [] : [entry];
    const name = type === "autogenerated" ? dirName : type === "link" ? rest.href : id;
    if (type !== "category") return isGone(String(type), String(name)) ? [] : [entry];
    const isLinked = link !== undefined && !(record(link).type === "doc" && isGone("doc", String(record(link).id)));
    if (isLinked) return [entry];
    return Object.keys(Object(rest.items)).length === 0 ? [] : [{ type, ...rest }];
  });
}
