import type { Mapping } from "../../../content/data-file.ts";
import type { SiteRedirect } from "../../job.ts";
import type { SidebarsOfSite } from "../../read/read-sidebars.ts";

/** A component in the site's configuration. */
export type Component = string | { readonly path: string; readonly client: "visible" };

/** Facts found in pages. */
export interface FactsOfPages {
  readonly vars: Readonly<Record<string, string>>;
  readonly components: Readonly<Record<string, Component>>;
  /** New paths of the current docs, by set and id (`set id`). */
  readonly docs: ReadonlyMap<string, string>;
  readonly customCss: readonly string[];
  /** Folders of pages in the new site. */
  readonly folders: ReadonlySet<string>;
  readonly liveCode: readonly string[];
  /** Redirects in the place of pages that only redirect. */
  readonly redirects: readonly SiteRedirect[];
  /** Whether any page has formulas. */
  readonly hasMath: boolean;
}

/** What settings are made of, besides the configuration. */
export interface SiteFacts extends FactsOfPages {
  readonly sidebars: SidebarsOfSite;
  /** Scripts made of modules that run on every page. */
  readonly clientScripts: readonly Mapping[];
  /** Whether to write the library of live samples. */
  readonly isLive?: boolean | undefined;
  /** Other sites that pages load content from, by policy directive. */
  readonly sources: Readonly<Record<string, readonly string[]>>;
  readonly knowsLanguage: (name: string) => boolean;
  /** Absolute path of the Docusaurus site. */
  readonly root: string;
  /** Converts the address of a link. */
  readonly linkTo: (address: string) => string;
}

/** Those that are known before the new site's files and the configuration are read. */
export type PlannedFacts = Omit<SiteFacts, "sources" | "knowsLanguage" | "root" | "linkTo">;
