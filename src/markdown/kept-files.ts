// ```js run keep="all.xlsx data/rows.csv": files that a sample leaves in its folder, for readers to download

import type { Token } from "markdown-it";
import { isInTree } from "../content/version-trees.ts";
import type { Position } from "../shared/problem.ts";
import { encodeRoute } from "../shared/route.ts";
import { escapeHtml, formatSize } from "../shared/text.ts";
import { translate } from "../shared/translate.ts";
import { slotMark } from "./document.ts";
import type { PageEnv } from "./env.ts";
import { keptNames, parseFenceMeta } from "./fence-meta.ts";
import type { SourceLine } from "./include.ts";

/** Folder with the kept files of all pages. */
export const KEPT_FOLDER = "content/static/samples";

/** Not followed by more: in a long run of these, each of them could begin a match. */
const FENCE = /`{3,}|~{3,}/;

/** A file that a sample keeps, with the slot of its link. */
export interface KeptLink {
  readonly name: string;
  readonly slot: number;
}

/** Path of a file that a sample of a page keeps. */
export function keptPath(page: string, name: string): string {
  return `${KEPT_FOLDER}/${pageFolder(page)}/${name}`;
}

function pageFolder(page: string): string {
  return page.replace(/^content\//, "").replace(/\.\w+$/, "");
}

/** Names of the files that the samples of a page keep. */
export function keptInPage(lines: readonly SourceLine[]): string[] {
  const names = lines.flatMap(({ text }) => {
    const fence = FENCE.exec(text);
    const info = fence === null ? "" : text.slice(fence.index + fence[0].length);
    return info.includes("keep=") ? keptNames(parseFenceMeta(info)) : [];
  });
  return [...new Set(names)];
}

const FILES = { id: "theme.CodeBlock.files", message: "Files of this program" };

/** Gives a fence a link to each file that its sample keeps. Pages in commits can't get files that don't exist. */
export function addKeptFiles(env: PageEnv, token: Token, position: Position): void {
  const meta = parseFenceMeta(token.info);
  if (!meta.flags.has("run")) return;
  const names = keptNames(meta).filter((name) => env.kept.has(name) || !isInTree(env.path));
  if (names.length === 0) return;
  const files = names.map((name): KeptLink => {
    const target = `/${encodeRoute(`samples/${pageFolder(env.path)}/${name}`)}`;
    env.slots.push({ kind: "link", target, url: target, text: name, ...position });
    return { name, slot: env.slots.length - 1 };
  });
  token.meta = { files };
}

/** The links to the files that a sample keeps, with their sizes; empty if there are none. */
export function keptFileLinks({ meta }: Token, env: PageEnv): string {
  const { files = [] } = (meta ?? {}) as { readonly files?: readonly KeptLink[] };
  if (files.length === 0) return "";
  const items = files.map(({ name, slot }) => {
    const bytes = env.kept.get(name);
    const size = bytes === undefined ? "" : ` <small>${formatSize(bytes, bytes < 10_000 ? 1 : 0)}</small>`;
    return `<span><a ${slotMark(slot)} download>${escapeHtml(name)}</a>${size}</span>`;
  });
  return `<div class="files" role="group" aria-label="${escapeHtml(translate(env.texts, FILES))}">${items.join("")}</div>`;
}
