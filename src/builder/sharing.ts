import { createHash } from "node:crypto";
import type { SourcePage } from "../content/content-types.ts";
import { joinKey } from "../engine/key.ts";
import type { Remote } from "../engine/remote.ts";
import { folderRemote } from "../engine/remote-folder.ts";
import { httpRemote } from "../engine/remote-http.ts";
import { type SharedResults, shareResults } from "../engine/shared-results.ts";
import type { TaskDef } from "../engine/task.ts";
import { compareText, type Problem, problemOf } from "../shared/problem.ts";
import { pageKey } from "../site/model/site-task.ts";
import { segmentsOf } from "../site/outputs/search-tasks.ts";
import type { SiteEngine } from "../site/site-engine.ts";
import { documentKey } from "../site/texts/text-tasks.ts";
import { portableToolKey } from "./tool-key.ts";

/** The shared store, as options name it. */
export interface StoreOptions {
  /** URL of a server, without user and query, or absolute path of a folder. */
  readonly location: { readonly url: string } | { readonly folder: string };
  readonly isReadOnly: boolean;
  /** Value of the `Authorization` header. Messages never contain it. */
  readonly authorization?: string | undefined;
  /** Timeout for a response, in milliseconds. */
  readonly readLimit?: number;
}

/** A part of a site, built by a machine of its own. */
export interface Shard {
  /** Number of the part, from 1. */
  readonly number: number;
  readonly count: number;
}

/** Results that are looked up by one request and made by one shard: neighbouring pages and their search segment. */
export interface Group {
  readonly name: string;
  /** Keys of the group's results. */
  readonly keys: readonly string[];
}

/** Shares the results of a site with other machines. */
export interface Sharing {
  readonly results: SharedResults;
  readonly remote: Remote;
  /**
   * Assigns results to groups and looks the groups up. Nothing is shared before.
   *
   * @param shard only its groups are shared; `others`: keys of results that it makes besides pages
   * @returns the groups to make
   */
  readonly begin: (
    site: SiteEngine,
    shard?: { readonly of: Shard; readonly others: readonly string[] },
  ) => Promise<readonly Group[]>;
  /** Writes pending results and closes the store. @returns a warning for each reason why the store was not used */
  readonly end: () => Promise<readonly Problem[]>;
}

/** Opens the shared store. Results are shared from `begin` on. */
export function openSharing({ location: store, isReadOnly, ...http }: StoreOptions): Sharing {
  const remote =
    "url" in store ? httpRemote({ url: store.url, isReadOnly, ...http }) : folderRemote(store.folder, isReadOnly);
  let nameOf = (_key: string): { readonly name: string; readonly isPage: boolean } | undefined => undefined;
  // Small results that don't belong to pages are not shared: making them is faster than fetching them.
  const groupOf = ({ keep }: Pick<TaskDef<unknown>, "keep">, key: string): string | undefined => {
    const group = keep === "memory" ? undefined : nameOf(key);
    return keep === "graph" && group?.isPage !== true ? undefined : group?.name;
  };
  let groups: readonly Group[] = [];
  let ownGroups: ReadonlySet<string> = new Set();
  // A shard writes only its own groups, as concurrent writers of a group would overwrite each other's results.
  const isOwn = (group: string) => ownGroups.has(group);
  const results = shareResults({ remote, toolKey: portableToolKey(), groupOf, isOwn });
  return {
    results,
    remote,
    begin: async (site, shard) => {
      const laidOut = await layOutGroups(site, shard?.others ?? []);
      ({ groupOf: nameOf } = laidOut);
      groups = shard === undefined ? laidOut.groups : shareOf(laidOut.groups, shard.of);
      ownGroups = new Set(groups.map(({ name }) => name));
      // Looked up at once and before other work, which would delay handling the responses.
      await Promise.all(groups.map(({ name }) => results.open(name)));
      return groups;
    },
    end: async () => {
      await Promise.all(groups.map(({ name }) => results.flush(name)));
      const path = "url" in store ? store.url : store.folder;
      return (await remote.close()).map((why) => {
        const message = `the store ${why}; docgen continued without it`;
        return problemOf({ path, severity: "warning", code: "cache", message });
      });
    },
  };
}

/** Assigns the keys of all results to groups. @param others keys of outputs that are not pages */
async function layOutGroups({ engine, overview, tasks }: SiteEngine, others: readonly string[]) {
  const members = new Map<string, Set<string>>();
  const rest: string[] = [];
  const named = new Map<string, string>();
  const put = (group: string, key: string) => {
    if (named.has(key)) return;
    named.set(key, group);
    members.set(group, (members.get(group) ?? new Set()).add(key));
  };
  let site = "";
  for (const { name } of (await engine.get(overview, "")).locales) {
    const { plan } = await engine.get(tasks.site, name);
    const keysOf = (page: SourcePage) => [pageKey(name, page), documentKey(page, plan)];
    site = plan.config.url;
    for (const [segment, pages] of segmentsOf(plan)) {
      for (const key of [segment, ...pages.flatMap(keysOf)]) put(joinKey(site, segment), key);
    }
    rest.push(...plan.pages.flatMap(keysOf));
  }
  // The number of groups is a power of two, so that an added page seldom changes how keys are assigned.
  const count = 2 ** Math.floor(Math.log2(Math.max(1, members.size)));
  const otherOf = (key: string) => joinKey(site, "others", hashOf(key) % count);
  for (let number = 0; number < count; number++) members.set(joinKey(site, "others", number), new Set());
  for (const key of rest) put(otherOf(key), key);
  for (const key of others) if (!named.has(key)) members.get(otherOf(key))?.add(key);
  return {
    groupOf: (key: string) => ({ name: named.get(key) ?? otherOf(key), isPage: named.has(key) }),
    groups: [...members].map(([name, keys]): Group => ({ name, keys: [...keys] })),
  };
}

/** The groups of a shard. Shards have about the same number of keys, and adding pages moves few groups between them. */
export function shareOf(groups: readonly Group[], { number, count }: Shard): readonly Group[] {
  const sorted = [...groups].sort((a, b) => hashOf(a.name) - hashOf(b.name) || compareText(a.name, b.name));
  const total = sorted.reduce((sum, { keys }) => sum + keys.length, 0);
  let before = 0;
  return sorted.filter(({ keys }) => {
    const middle = before + keys.length / 2;
    before += keys.length;
    return Math.floor((middle * count) / total) === number - 1;
  });
}

function hashOf(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE();
}
