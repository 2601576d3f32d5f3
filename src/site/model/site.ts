import { CONFIG_FILE } from "../../config/config-file.ts";
import type { LoadedConfig } from "../../config/load.ts";
import type { Content, SourcePage } from "../../content/content-types.ts";
import { isInTree, treeName, type VersionTree } from "../../content/version-trees.ts";
import { joinKey } from "../../engine/key.ts";
import type { ConfigProblem } from "../../navigation/navigation-types.ts";
import { Failure } from "../../shared/failure.ts";
import type { Problem } from "../../shared/problem.ts";
import { routeKey } from "../../shared/route.ts";
import type { Language } from "../inputs/interface-texts.ts";
import { translateLabels } from "../inputs/translate-labels.ts";
import { type Media, type Plan, planSite } from "./plan.ts";
import { localeCollisions } from "./plan-locale.ts";
import { ownFileCollisions } from "./reserved-files.ts";

/** A site in one locale: its content, and the plan of its pages, before anything is compiled. */
export interface Site {
  /** Absolute path of the folder that holds `site.config.ts`. */
  readonly root: string;
  /** Finds a page by the key of its route, as returned by `routeKey`. */
  readonly pageOf: (key: string) => SourcePage | undefined;
  /** Finds a page by path and route: lists and indexes share the path of their source. */
  readonly pageAt: (path: string, route: string) => SourcePage | undefined;
  /** The configuration, with labels in the site's language. */
  readonly loaded: LoadedConfig;
  readonly content: Content;
  /** The docs that are in commits. */
  readonly trees: readonly VersionTree[];
  readonly media: Media;
  readonly plan: Plan;
  /** Targets in the configuration that don't exist. */
  readonly configFaults: readonly ConfigProblem[];
  readonly problems: readonly Problem[];
}

export interface SiteOptions {
  /** Absolute path of the folder that holds `site.config.ts`. */
  readonly root: string;
  readonly drafts: boolean;
  /** Overrides the configured base URL. */
  readonly baseUrl?: string | undefined;
}

/**
 * Lays out a site in one locale.
 *
 * @param input its content with untranslated labels, and the problems that are known
 * @param keepsFaults whether missing targets in the configuration are collected instead of thrown
 * @throws Failure (exit code 2) for missing targets of the configuration
 */
export function layOutSite(
  root: string,
  loaded: LoadedConfig,
  language: Language,
  input: Pick<Site, "content" | "media" | "trees" | "problems">,
  keepsFaults: boolean,
): Site {
  const { media, trees } = input;
  const { config, content } = translateLabels({ ...loaded.config, baseUrl: language.locale.baseUrl }, input.content);
  const faults = new Map<string, ConfigProblem>();
  const plan = planSite(config, content, media, language, (fault) => {
    // Each faulty reference is reported once: the message differs between docs versions, which suggest different
    // targets.
    const key = [fault.item, fault.kind, fault.key, fault.value].join(" ");
    if (!faults.has(key)) faults.set(key, fault);
  });
  const isFatal = ({ kind }: ConfigProblem) => kind === undefined || (kind !== "redirect-chain" && !keepsFaults);
  const fatal = [...faults.values()].filter(isFatal).map(({ item, message }) => `${CONFIG_FILE}: ${item}: ${message}`);
  if (fatal.length > 0) throw new Failure(2, fatal.join("\n"));
  const byRoute = new Map(plan.pages.map((page) => [routeKey(page.route), page]));
  const byKey = new Map(plan.pages.map((page) => [joinKey(page.path, page.route), page]));
  return {
    root,
    pageOf: (key) => byRoute.get(key),
    pageAt: (path, route) => byKey.get(joinKey(path, route)),
    loaded: { ...loaded, config },
    content,
    trees,
    media,
    plan,
    configFaults: [...faults.values()],
    problems: [
      ...input.problems,
      ...plan.problems,
      ...localeCollisions(content, language),
      ...ownFileCollisions(plan, content.statics),
    ],
  };
}

/** Names the sources of pages in messages. */
export function sourceNames(sites: readonly Pick<Site, "content" | "trees">[]) {
  const makers = new Map<string, string>();
  for (const { content } of sites) {
    for (const { path, maker } of [...content.pages, ...content.drafts]) {
      if (maker !== undefined) makers.set(path, maker);
    }
  }
  const trees = sites.flatMap((site) => site.trees);
  return {
    /**
     * The path of a file; for a page without a file, its maker as well: `pages "api": content/docs/api/parse.md`; for
     * one of a commit, what the commit is called: `v1.0:content/docs/api/parse.md`.
     */
    nameOf: (path: string) => {
      const maker = makers.get(path);
      return maker === undefined ? treeName(path, trees) : madeName(maker, path);
    },
    /** Whether authors can edit a file: it exists, and is no copy of a commit's. */
    isEditable: (path: string) => !makers.has(path) && !isInTree(path),
  };
}

/** What messages name a page without a file by. */
export function madeName(maker: string, path: string): string {
  return `pages "${maker}": ${path}`;
}
