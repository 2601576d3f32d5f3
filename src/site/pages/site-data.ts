import { hash } from "node:crypto";
import { PAGE_KINDS } from "../../content/content-types.ts";
import type { KnownPages } from "../../theme/lists.ts";
import type { Plan } from "../model/plan.ts";

/**
 * Files with the data shared by pages, with content hashes in their names: first the common one, then those of other
 * docs versions.
 */
export function siteDataFiles({ site, versionSites }: Pick<Plan, "site" | "versionSites">) {
  return [["site", site] as const, ...versionSites].map(([name, value]) => dataFile(name, value));
}

/** File with the pages that the "not found" page may suggest: those in the search; of docs only the last versions. */
export function knownPagesFile({ pages, versionSiteOf }: Pick<Plan, "pages" | "versionSiteOf">) {
  const listed = pages.filter((page) => {
    const isListed = PAGE_KINDS[page.kind].search !== undefined && page.frontMatter.unlisted !== true;
    return isListed && versionSiteOf(page) === undefined;
  });
  const value: KnownPages = listed.map((page) => [page.route, page.title]);
  return dataFile("pages", value);
}

function dataFile(name: string, value: unknown) {
  const data = JSON.stringify(value);
  return { name, file: `assets/${name}-${hash("sha256", data).slice(0, 8)}.json`, data };
}
