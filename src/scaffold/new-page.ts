import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSite } from "../builder/site-store.ts";
import { loadConfig } from "../config/load.ts";
import { CATEGORY_FILE, parseCategory } from "../content/category.ts";
import { parseFrontMatter } from "../content/front-matter.ts";
import { isIndexName, postName, readableName, splitPrefix } from "../content/routes.ts";
import { addressFault, oldRoute, takenAddresses } from "../navigation/redirects.ts";
import { Failure } from "../shared/failure.ts";
import { namesIn } from "../shared/file-info.ts";
import { readRegular } from "../shared/regular-file.ts";
import { collisionKey, folderOf, nameOf } from "../shared/route.ts";
import { type PagePlace, pagePlace } from "./page-path.ts";
import { checkPlace, putInPlace } from "./put-in-place.ts";

/** Front matter of a new page. */
export interface PageTexts {
  readonly title: string;
  /** Of docs: position in the sidebar, among the pages of the folder. */
  readonly position?: number | undefined;
  readonly description?: string | undefined;
  /** Old addresses that redirect to the page. */
  readonly aliases?: readonly string[] | undefined;
}

/** A page that can be created. */
export interface PagePlan extends PagePlace {
  /** Default front matter. */
  readonly texts: PageTexts;
}

/**
 * Determines the path and the default front matter of a new page.
 *
 * @param written see `pagePlace`
 * @param day today
 * @throws Failure (exit code 2) for a path that can't hold a page, or that exists
 */
export async function planPage(root: string, written: string, day: string): Promise<PagePlan> {
  const { config } = await loadConfig(root);
  const target = pagePlace(root, written, config, day);
  const bare = target.path.replace(/\.mdx?$/, "");
  for (const ending of [".md", ".mdx"]) checkPlace(root, bare + ending);
  if (target.kind !== "post") checkAddress(root, target.path);
  const position = target.kind === "doc" ? nextPosition(join(root, folderOf(target.path))) : undefined;
  return { ...target, texts: { title: titleOf(target, config.title), position } };
}

/** @throws Failure (exit code 2) if another page has the same address: with another number or case, or as an index */
function checkAddress(root: string, path: string): void {
  const folder = folderOf(path);
  const slug = addressIn(folder, nameOf(path));
  const below = namesIn(join(root, folder)).filter((name) => !/\.mdx?$/.test(name) && bareKey(name) === slug);
  const places = [
    [folder, slug],
    ...(slug === "" ? [[folderOf(folder), bareKey(nameOf(folder))]] : below.map((name) => [`${folder}/${name}`, ""])),
  ] as const;
  for (const [parent, address] of places) {
    const other = namesIn(join(root, parent)).find((name) => {
      if (!/^[^_.].*\.mdx?$/.test(name) || addressIn(parent, name) !== address) return false;
      return parseFrontMatter(name, textOf(join(root, parent, name))).frontMatter.slug === undefined;
    });
    if (other !== undefined) throw new Failure(2, `${path}: ${parent}/${other} has the same URL; choose another name`);
  }
}

/** The part of a page's address after that of its folder; empty for an index. */
function addressIn(folder: string, file: string): string {
  const [, , ...inside] = folder.split("/");
  const name = bareKey(file.replace(/\.mdx?$/, ""));
  return isIndexName(name, bareKey(inside.at(-1) ?? "")) ? "" : name;
}

function bareKey(name: string): string {
  return collisionKey(splitPrefix(name).name);
}

/** @throws Failure (exit code 2) for an old address that can't redirect to a new page */
export async function checkOldAddresses(root: string, addresses: readonly string[]): Promise<void> {
  const { plan } = await readSite({ root, drafts: true, graph: "" }, ({ site }) => site());
  const { routes, media, redirects } = plan.index;
  const files = [...media.keys()].filter((file) => file.startsWith("/"));
  const taken = takenAddresses(routes, files);
  for (const [from, { to }] of redirects) taken.set(collisionKey(from), `already redirects to ${to}`);
  for (const address of addresses) {
    const key = collisionKey(oldRoute(address));
    const owner = taken.get(key);
    const remedy = address.startsWith("/") ? "" : `; write /${address}`;
    const fault = addressFault(address)?.concat(remedy) ?? (owner && `${address} ${owner}`);
    if (fault !== undefined) throw new Failure(2, `--from: ${fault}`);
    taken.set(key, "is named twice");
  }
}

/** Creates a page. @throws Failure (exit code 2) if its path exists meanwhile */
export async function makePage(root: string, { path, kind }: PagePlace, texts: PageTexts): Promise<void> {
  const { title, position, description, aliases } = texts;
  const front = {
    title: yaml(title),
    sidebar_position: position,
    description: description === undefined ? undefined : yaml(description),
    aliases: aliases && `[${aliases.map((alias) => JSON.stringify(alias)).join(", ")}]`,
  };
  const fields = Object.entries(front).flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`]));
  const text = ["---", ...fields, "---", "", ...(kind === "post" ? POST : PAGE), ""].join("\n");
  await putInPlace(root, [{ path, make: (staged) => writeFileSync(staged, text) }]);
}

const PAGE = ["Write here."];
const POST = ["Write the excerpt for lists of posts here.", "", "<!-- truncate -->", "", "Write here."];

/** Title from a path: `guide/02-first-steps.md` → `First steps`; an index is named after its folder or the site. */
function titleOf({ path, kind }: PagePlace, siteTitle: string): string {
  const bare = path.replace(/\.mdx?$/, "");
  const parts = (kind === "post" ? postName(bare).slug : bare).split("/").map((part) => splitPrefix(part).name);
  const [folder = "", name = ""] = parts.slice(-2);
  if (kind === "post" || !isIndexName(name, folder)) return readableName(name);
  return parts.length > 3 ? readableName(folder) : siteTitle;
}

/** A text as a YAML scalar on one line: plain if it contains nothing special. */
function yaml(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .,()'/+-]*[\p{L}\p{M}\p{N}.)])?$/u.test(line) ? line : JSON.stringify(line);
}

/**
 * The sidebar position after all others of a folder.
 *
 * @returns undefined if none of them has a position
 */
function nextPosition(folder: string): number | undefined {
  if (!existsSync(folder)) return undefined;
  const positions = readdirSync(folder, { withFileTypes: true }).map((entry): number | undefined => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const name = readdirSync(path).find((file) => CATEGORY_FILE.test(file));
      return name === undefined ? undefined : parseCategory(name, textOf(join(path, name))).category.position;
    }
    if (!entry.isFile() || !/\.mdx?$/.test(entry.name)) return undefined;
    return parseFrontMatter(path, textOf(path)).frontMatter.sidebar_position;
  });
  const numbers = positions.filter((position) => position !== undefined);
  return numbers.length === 0 ? undefined : Math.floor(Math.max(...numbers)) + 1;
}

function textOf(path: string): string {
  return readRegular(path).toString("utf8").replaceAll("\r\n", "\n");
}
