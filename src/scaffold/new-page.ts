import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "../config/load.ts";
import { postName } from "../content/post-name.ts";
import { isIndexName, splitPrefix } from "../content/routes.ts";
import { readableName } from "../content/title.ts";
import { folderOf } from "../shared/route.ts";
import { nextPosition } from "./next-position.ts";
import { type PagePlace, pagePlace } from "./page-path.ts";
import { checkPlace, putInPlace } from "./put-in-place.ts";

/** What the front matter of a page says. */
export interface PageTexts {
  readonly title: string;
  /** Of docs: place among its neighbours. */
  readonly position?: number | undefined;
  readonly description?: string | undefined;
}

/** A page that can be made. */
export interface PagePlan extends PagePlace {
  /** What it says where nothing else is wanted. */
  readonly texts: PageTexts;
}

/**
 * Says where a page comes to stand, and what it would say.
 *
 * @param given see `pagePlace`
 * @param day today
 * @throws Failure (exit code 2) where no page can stand there, or something does
 */
export async function planPage(root: string, given: string, day: string): Promise<PagePlan> {
  const { config } = await loadConfig(root);
  const place = pagePlace(root, given, config, day);
  const bare = place.path.replace(/\.mdx?$/, "");
  for (const ending of [".md", ".mdx"]) checkPlace(root, bare + ending);
  const position = place.kind === "doc" ? nextPosition(join(root, folderOf(place.path))) : undefined;
  return { ...place, texts: { title: titleOf(place, config.title), position } };
}

/** Makes a page. @throws Failure (exit code 2) where something stands in its place by now */
export function makePage(root: string, { path, kind }: PagePlace, texts: PageTexts): void {
  const front = [
    `title: ${yaml(texts.title)}`,
    ...(texts.position === undefined ? [] : [`sidebar_position: ${texts.position}`]),
    ...(texts.description === undefined ? [] : [`description: ${yaml(texts.description)}`]),
  ];
  const body = kind === "post" ? POST : PAGE;
  const text = ["---", ...front, "---", "", ...body, ""].join("\n");
  putInPlace(root, [{ path, make: (staged) => writeFileSync(staged, text) }]);
}

const PAGE = ["Write here."];
const POST = ["What the lists of posts show of it.", "", "<!-- truncate -->", "", "Write here."];

/** What the path says: `guide/02-first-steps.md` → `First steps`; an index has the name of its folder or of the site. */
function titleOf({ path, kind }: PagePlace, siteTitle: string): string {
  const bare = path.replace(/\.mdx?$/, "");
  const parts = (kind === "post" ? postName(bare).slug : bare).split("/").map((part) => splitPrefix(part).name);
  const [folder = "", name = ""] = parts.slice(-2);
  if (kind === "post" || !isIndexName(name, folder)) return readableName(name);
  return parts.length > 3 ? readableName(folder) : siteTitle;
}

/** A text on one line of YAML: as it is where nothing in it has a meaning there. */
function yaml(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .,()'/+-]*[\p{L}\p{M}\p{N}.)])?$/u.test(line) ? line : JSON.stringify(line);
}
