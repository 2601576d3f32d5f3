import { CONFIG_FILE } from "../../config/config-file.ts";
import type { LoadedConfig } from "../../config/load.ts";
import type { Content, SourcePage } from "../../content/content-types.ts";
import { isInTree, treeName, type VersionTree } from "../../content/version-trees.ts";
import { joinKey } from "../../engine/key.ts";
import type { ConfigProblem } from "../../navigation/navigation-types.ts";
import { Failure } from "../../shared/failure.ts";
import type { Problem } from "../../shared/problem.ts";
import { routeKey } from "../../shared/route.ts";
import { interfaceTexts, type Language, type TextIds } from "../inputs/interface-texts.ts";
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

/** Input of the layout besides the content. */
interface LayoutInput extends Pick<Site, "trees"> {
  readonly media: (content: Content) => Promise<Media>;
  readonly textIds: () => Promise<TextIds>;
  /** Whether missing targets in the configuration are collected instead of thrown, for commands that report them. */
  readonly keepsFaults: boolean;
}

/** Lays out a site in one locale. @throws Failure (exit code 2) for missing targets of the configuration */
export async function layOutSite(
  root: string,
  loaded: LoadedConfig,
  localised: Omit<Language, "clientTexts">,
  scanned: { readonly content: Content; readonly problems: readonly Problem[] },
  input: LayoutInput,
): Promise<Site> {
  const { locale } = localised;
  const configured = { ...loaded.config, baseUrl: locale.baseUrl };
  const texts = await interfaceTexts(configured, scanned.content, locale.name, input.textIds);
  const { config, content } = translateLabels(configured, scanned.content);
  const media = await input.media(content);
  const language = { ...localised, clientTexts: texts.client };
  const faults = new Map<string, ConfigProblem>();
  const plan = planSite(config, content, media, language, (fault) => {
    // Each faulty reference is reported once: the message differs between docs versions, which suggest different
    // targets.
    const key = [fault.item, fault.kind, fault.key, fault.value].join(" ");
    if (!faults.has(key)) faults.set(key, fault);
  });
  const isFatal = ({ kind }: ConfigProblem) => kind === undefined || (kind !== "redirect-chain" && !input.keepsFaults);
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
    trees: input.trees,
    media,
    plan,
    configFaults: [...faults.values()],
    problems: [
      ...scanned.problems,
      ...plan.problems,
      ...localeCollisions(content, language),
      ...ownFileCollisions(plan, content.statics),
      ...texts.problems,
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
