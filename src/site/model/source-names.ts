import { madeName } from "../extensions/made-pages.ts";
import type { Site } from "./site.ts";

/** Names the sources of pages in messages. */
export interface SourceNames {
  /** The path of a file; for a page without a file, its maker as well: `pages "api": content/docs/api/parse.md`. */
  readonly nameOf: (path: string) => string;
  /** Whether a page has no file, but a maker in the configuration. */
  readonly isMade: (path: string) => boolean;
}

export function sourceNames(sites: readonly Pick<Site, "content">[]): SourceNames {
  const makers = new Map<string, string>();
  for (const { content } of sites) {
    for (const { path, maker } of [...content.pages, ...content.drafts]) {
      if (maker !== undefined) makers.set(path, maker);
    }
  }
  return {
    nameOf: (path) => {
      const maker = makers.get(path);
      return maker === undefined ? path : madeName(maker, path);
    },
    isMade: (path) => makers.has(path),
  };
}
