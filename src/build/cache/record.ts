import { hash } from "node:crypto";
import type { BundledConfig } from "../../config/load.ts";
import type { WrittenLink } from "../../links/use.ts";
import type { Document } from "../../markdown/document.ts";
import type { OutputStates } from "../../output/types.ts";
import type { Problem } from "../../shared/problem.ts";
import type { BuildResult } from "../build.ts";
import type { LastUpdate } from "../last-updates.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Store } from "./store.ts";

/** What the last build of an output folder was made of, and what became of it. */
export interface BuildRecord {
  /** Absent where files changed while it was made. */
  readonly snapshot: Snapshot | undefined;
  /** What is kept of the configuration, with paths relative to the root, and the key of what it evaluated to. */
  readonly config: BundledConfig & { readonly key: string };
  /** State of the repository, where pages show their last update. */
  readonly repository: RepositoryRecord | undefined;
  readonly result: Pick<BuildResult, "pages" | "files" | "bytes" | "problems">;
  readonly outputs: OutputStates;
  /** By language. */
  readonly sites: Readonly<Record<string, SiteRecord>>;
}

/** When files were changed, as long as the repository is in this state. */
export interface RepositoryRecord {
  readonly key: string;
  readonly byPath: readonly (readonly [path: string, LastUpdate])[];
  readonly problems: readonly Problem[];
}

/** One language of a site. */
export interface SiteRecord {
  /** Stands for all that pages are made of besides their own texts. */
  readonly planKey: string;
  /** By `pageName`. */
  readonly pages: Readonly<Record<string, PageRecord>>;
}

/** What one page brought to the site. */
export interface PageRecord {
  /** Stands for all that its HTML was made of. */
  readonly key: string;
  /** Its compiled text; for a page that has none, the ids of its HTML. */
  readonly document: DocumentRecord;
  /** Links that may be broken: those to anchors, and those that lead nowhere. */
  readonly links: readonly WrittenLink[];
  readonly problems: readonly Problem[];
}

/** What is known of a compiled text without reading it. */
export interface DocumentRecord extends Pick<Document, "uses" | "anchors" | "lead" | "linkIgnores"> {
  /** Stands for what was compiled, but for what it includes. */
  readonly source: string;
  /** Digests of the files that it includes, by path; empty for one that isn't there. */
  readonly includes: readonly (readonly [path: string, digest: string])[];
}

const KIND = "build";
/** Kind of the store's entries for pages. */
export const PAGE_KIND = "page";

/** @param name stands for the output folder and for the options that a build takes */
export function readRecord(store: Store, name: string): BuildRecord | undefined {
  return store.get(KIND, name) as BuildRecord | undefined;
}

export function writeRecord(store: Store, name: string, record: BuildRecord): void {
  store.put(KIND, name, record);
}

/** A short text that stands for values: the same for the same values only. */
export function keyOf(...values: readonly unknown[]): string {
  return hash("sha1", JSON.stringify(values), "base64url");
}
