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

/** Front matter of a new page. */
export interface PageTexts {
  readonly title: string;
  /** Of docs: place among its neighbours. */
  readonly position?: number | undefined;
  readonly description?: string | undefined;
}

/** A page that can be created. */
export interface PagePlan extends PagePlace {
  /** Default front matter. */
  readonly texts: PageTexts;
}

/**
 * Determines the path and the default front matter of a new page.
 *
 * @param given see `pagePlace`
 * @param day today
 * @throws Failure (exit code 2) for a path that can't hold a page, or that exists
 */
export async function planPage(root: string, given: string, day: string): Promise<PagePlan> {
  const { config } = await loadConfig(root);
  const place = pagePlace(root, given, config, day);
  const bare = place.path.replace(/\.mdx?$/, "");
  for (const ending of [".md", ".mdx"]) checkPlace(root, bare + ending);
  const position = place.kind === "doc" ? nextPosition(join(root, folderOf(place.path))) : undefined;
  return { ...place, texts: { title: titleOf(place, config.title), position } };
}

/** Creates a page. @throws Failure (exit code 2) if its path exists by now */
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
