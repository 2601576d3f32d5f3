import { type LoadedConfig, loadConfig } from "../config/load.ts";
import { scanContent } from "../content/scan.ts";
import type { Content } from "../content/types.ts";
import type { Problem } from "../shared/problem.ts";
import { collectMedia, type Media } from "./media.ts";
import { type Plan, planSite } from "./plan.ts";

/** A site read from disk and laid out, before anything is compiled. */
export interface Site {
  readonly root: string;
  readonly loaded: LoadedConfig;
  readonly content: Content;
  readonly media: Media;
  readonly plan: Plan;
  readonly problems: readonly Problem[];
}

export interface SiteOptions {
  /** Absolute path of the folder that holds `site.config.ts`. */
  readonly root: string;
  readonly drafts: boolean;
  /** Overrides the configured base URL. */
  readonly baseUrl?: string | undefined;
}

/** Configuration, content and plan: what every command begins with. */
export async function readSite({ root, drafts, baseUrl }: SiteOptions): Promise<Site> {
  const loaded = await loadConfig(root);
  const config = baseUrl === undefined ? loaded.config : { ...loaded.config, baseUrl };
  const { content, problems } = await scanContent(root, config, { drafts });
  const media = await collectMedia(content);
  const warnings = loaded.warnings.map((message): Problem => {
    return { path: "site.config.ts", line: 1, column: 1, severity: "warning", code: "no-effect", message };
  });
  return {
    root,
    loaded: { ...loaded, config },
    content,
    media,
    plan: planSite(config, content, media),
    problems: [...warnings, ...problems, ...media.problems],
  };
}
