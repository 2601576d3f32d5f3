import { createHash } from "node:crypto";
import { joinKey } from "../engine/key.ts";
import type { Remote } from "../engine/remote.ts";
import { folderRemote } from "../engine/remote-folder.ts";
import { httpRemote } from "../engine/remote-http.ts";
import { type SharedResults, shareResults } from "../engine/shared-results.ts";
import type { TaskDef } from "../engine/task.ts";
import { compareText, type Problem, problemOf } from "../shared/problem.ts";
import { segmentsOf } from "../site/outputs/search-tasks.ts";
import { portableToolKey } from "../site/outputs/tool-key.ts";
import { pageKey } from "../site/pages/text-tasks.ts";
import type { SiteEngine } from "../site/site-engine.ts";

/** Where results are shared with other machines. */
export interface StoreOptions {
  /** A server's address, without user and query; or the absolute path of a folder. */
  readonly place: { readonly url: string } | { readonly folder: string };
  readonly isReadOnly: boolean;
  /** Value of the header of that name; never shown. */
  readonly authorization?: string | undefined;
  /** Milliseconds to wait for an answer. */
  readonly readLimit?: number;
}

/** One of several parts of a site, each built by a machine of its own. */
export interface Shard {
  /** From 1. */
  readonly number: number;
  readonly count: number;
}

/** Results that are looked up, and made by a shard, together: pages next to each other and their part of the search. */
export interface Group {
  readonly name: string;
  /** Keys of pages and of other results. */
  readonly keys: readonly string[];
}

export interface Sharing {
  readonly results: SharedResults;
  readonly remote: Remote;
  /**
   * Begins to share results: before, it isn't known what belongs together.
   *
   * @param shard what it makes is shared, and no more; `others`: keys of what it makes besides pages
   * @returns the groups that are to be made
   */
  readonly begin: (
    site: SiteEngine,
    shard?: { readonly of: Shard; readonly others: readonly string[] },
  ) => Promise<readonly Group[]>;
  /** Writes what is not written yet. @returns what has kept the store from being used */
  readonly end: () => Promise<readonly Problem[]>;
}

export function openSharing({ place, isReadOnly, ...http }: StoreOptions): Sharing {
  const remote =
    "url" in place ? httpRemote({ url: place.url, isReadOnly, ...http }) : folderRemote(place.folder, isReadOnly);
  let nameOf = (_key: string): { readonly name: string; readonly isPage: boolean } | undefined => undefined;
  // Small results besides those of pages are made faster than they are fetched.
  const groupOf = ({ keep }: Pick<TaskDef<unknown>, "keep">, key: string): string | undefined => {
    const group = keep === "memory" ? undefined : nameOf(key);
    return keep === "graph" && group?.isPage !== true ? undefined : group?.name;
  };
  let groups: readonly Group[] = [];
  let own: ReadonlySet<string> = new Set();
  // Two machines that write the same group at once would undo what the other has written.
  const isOwn = (group: string) => own.has(group);
  const results = shareResults({ remote, toolKey: portableToolKey(), groupOf, isOwn });
  return {
    results,
    remote,
    begin: async (site, shard) => {
      const laidOut = await layOutGroups(site, shard?.others ?? []);
      ({ groupOf: nameOf } = laidOut);
      groups = shard === undefined ? laidOut.groups : shareOf(laidOut.groups, shard.of);
      own = new Set(groups.map(({ name }) => name));
      // All at once, before there is other work that the answers would wait for.
      await Promise.all(groups.map(({ name }) => results.open(name)));
      return groups;
    },
    end: async () => {
      await Promise.all(groups.map(({ name }) => results.flush(name)));
      const path = "url" in place ? place.url : place.folder;
      return (await remote.close()).map((why) => {
        const message = `the store ${why}; the rest was done without it`;
        return problemOf({ path, severity: "warning", code: "cache", message });
      });
    },
  };
}

/** Puts the keys of all results into groups. @param others keys of outputs that are no pages */
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
    site = plan.config.url;
    for (const [segment, pages] of segmentsOf(plan)) {
      for (const key of [segment, ...pages.map((page) => pageKey(name, page))]) put(joinKey(site, segment), key);
    }
    rest.push(...plan.pages.map((page) => pageKey(name, page)).filter((key) => !named.has(key)));
  }
  // A power of two: an added page seldom changes what belongs together.
  const count = 2 ** Math.floor(Math.log2(Math.max(1, members.size)));
  const otherOf = (key: string) => joinKey(site, "others", hashOf(key) % count);
  for (const key of rest) put(otherOf(key), key);
  const groupOf = (key: string) => ({ name: named.get(key) ?? otherOf(key), isPage: named.has(key) });
  for (let number = 0; number < count; number++) {
    const name = joinKey(site, "others", number);
    members.set(name, members.get(name) ?? new Set());
  }
  const groups = new Map([...members].map(([name, keys]): [string, string[]] => [name, [...keys]]));
  for (const key of others) {
    const { name, isPage } = groupOf(key);
    if (!isPage) groups.set(name, [...(groups.get(name) ?? []), key]);
  }
  return { groupOf, groups: [...groups].map(([name, keys]): Group => ({ name, keys })) };
}

/** The groups of a shard: as many keys as the others have, and the same ones when pages are added. */
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
