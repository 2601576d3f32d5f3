import { createHash } from "node:crypto";
import type { Plan } from "../model/plan.ts";

/** The data that pages share, each in a file named by its content: that of all pages, then that of other docs versions. */
export function siteDataFiles({ site, versionSites }: Pick<Plan, "site" | "versionSites">) {
  return [["site", site] as const, ...versionSites].map(([name, value]) => {
    const data = JSON.stringify(value);
    const digest = createHash("sha256").update(data).digest("hex").slice(0, 8);
    return { name, file: `assets/${name}-${digest}.json`, data };
  });
}
