import type { Problem } from "../shared/problem.ts";
import { parseFrontMatter } from "./front-matter.ts";
import { readText } from "./read.ts";
import { leadingHeading } from "./title.ts";
import type { SourcePage } from "./types.ts";
import type { FoundFile } from "./walk.ts";

/** What a page's file says of the page, wherever that belongs. Plain data: it can be sent to a worker. */
export interface Source {
  readonly text: Pick<SourcePage, "frontMatter" | "keyLines" | "hash" | "heading" | "body" | "bodyLine">;
  readonly problems: readonly Problem[];
}

type File = Pick<FoundFile, "path" | "absolute" | "bytes">;

/** Reads a page's file. All of a page that is written in React is its body: it has no front matter. */
export function readSource(file: File): Source {
  const { text, hash, problems } = readText(file);
  if (file.path.endsWith(".tsx")) {
    return { text: { frontMatter: {}, keyLines: {}, hash, body: text, bodyLine: 1 }, problems };
  }
  const { frontMatter, keyLines, body, bodyLine, problems: faults } = parseFrontMatter(file.path, text);
  return {
    text: { frontMatter, keyLines, hash, ...leadingHeading(body), body, bodyLine },
    problems: [...problems, ...faults],
  };
}

/**
 * What files say of their pages besides the texts.
 *
 * @returns by path; a file with a fault, or that is gone, is left to whoever reads it for the site
 */
export function readSources(files: readonly File[]): Map<string, Source> {
  const sources = new Map<string, Source>();
  for (const file of files) {
    const source = attempt(file);
    if (source?.problems.length === 0) {
      sources.set(file.path, { text: { ...source.text, body: undefined }, problems: [] });
    }
  }
  return sources;
}

function attempt(file: File): Source | undefined {
  try {
    return readSource(file);
  } catch {
    return undefined;
  }
}
