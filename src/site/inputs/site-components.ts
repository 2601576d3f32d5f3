import type { SiteConfig } from "../../config/schema.ts";
import { slashedPath } from "../../shared/disk-path.ts";

/** A component that the site adds to the dialect. */
export interface SiteComponent {
  readonly tag: string;
  /** Path of its module, relative to the root. */
  readonly path: string;
  /** When it starts in the browser; undefined if it runs only on the server. */
  readonly client: string | undefined;
}

/** The components of the configuration, sorted by name. */
export function siteComponents({ components }: Pick<SiteConfig, "components">): readonly SiteComponent[] {
  return Object.entries(components)
    .map(([tag, entry]) => {
      const { path, client } = typeof entry === "string" ? { path: entry, client: undefined } : entry;
      return { tag, path: slashedPath("/", `/${path.slice(2)}`), client };
    })
    .sort((a, b) => (a.tag < b.tag ? -1 : 1));
}
