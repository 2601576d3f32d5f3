import { join, resolve } from "node:path";
import type { Shard, StoreOptions } from "../builder/sharing.ts";
import { contains, followLinks } from "../shared/disk-path.ts";
import { Failure } from "../shared/failure.ts";

/** Options that name a shared store. */
export interface CacheOptions {
  readonly cache: boolean;
  readonly cacheUrl?: string;
  readonly cacheDir?: string;
  readonly cacheReadOnly?: boolean;
}

/** Maximum number of shards. */
const MAX_SHARDS = 1024;

/**
 * The shared store, from options or environment variables; undefined: none. Removes credentials from the environment,
 * as the site's code could read them there.
 *
 * @throws Failure (exit code 2) for contradictory or invalid options
 */
export function storeOf(
  { cache, cacheUrl, cacheDir, cacheReadOnly }: CacheOptions,
  environment: NodeJS.ProcessEnv,
): StoreOptions | undefined {
  const authorization = takeAuthorization(environment);
  const isReadOnly = cacheReadOnly === true || !["", "0", "false"].includes(environment.DOCGEN_CACHE_READ_ONLY ?? "");
  const named = { "--cache-url": cacheUrl, "--cache-dir": cacheDir, "--cache-read-only": cacheReadOnly };
  const names = Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (names.length > 0 && !cache) throw new Failure(2, `--no-cache: can't be combined with ${names[0]}`);
  if (names[1] === "--cache-dir") throw new Failure(2, "--cache-url and --cache-dir: use only one of them");
  // In CI for a fork, which gets no secrets, the variable is there but empty.
  if (names[0] === "--cache-read-only" && environment.DOCGEN_CACHE_URL === undefined)
    throw new Failure(2, "--cache-read-only: requires --cache-url, --cache-dir or DOCGEN_CACHE_URL");
  if (!cache) return undefined;
  if (cacheDir !== undefined) return { location: { folder: resolve(cacheDir) }, isReadOnly };
  const { DOCGEN_CACHE_URL = "" } = environment;
  const name = cacheUrl === undefined ? "DOCGEN_CACHE_URL" : "--cache-url";
  const url = cacheUrl ?? DOCGEN_CACHE_URL;
  if (url === "" && cacheUrl === undefined) return undefined;
  return { location: { url: checkedUrl(name, url) }, isReadOnly, authorization };
}

/**
 * Rejects a folder as the store that docgen reads pages from or writes the site to: its entries would be published, or
 * removed.
 *
 * @param out absolute path of the output folder
 * @throws Failure (exit code 2)
 */
export function checkStoreFolder(store: StoreOptions | undefined, root: string, out: string): void {
  if (store === undefined || !("folder" in store.location)) return;
  const folder = followLinks(store.location.folder);
  const refuse = (why: string) =>
    new Failure(2, `--cache-dir: ${folder} ${why}; choose a separate folder, such as .docgen-cache`);
  if (contains("/proc", folder)) throw refuse("is in /proc, where docgen can't create it");
  if (contains(folder, followLinks(root))) throw refuse("is or contains the site's root");
  for (const taken of [join(root, "content"), join(root, "templates"), out]) {
    const real = followLinks(taken);
    if (contains(real, folder)) throw refuse(`is inside ${real}`);
    if (contains(folder, real)) throw refuse(`contains ${real}`);
  }
}

/** Parses `--shard`, e.g. `3/8`. @throws Failure (exit code 2) if it is invalid or contradicts other options */
export function shardOf(
  { shard: text, out }: { readonly shard?: string; readonly out?: string },
  store: StoreOptions | undefined,
): Shard | undefined {
  if (text === undefined) return undefined;
  const [, number = 0, count = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (number < 1 || number > count || count > MAX_SHARDS) {
    const remedy = `for eight shards, use 1/8 to 8/8 (at most ${MAX_SHARDS})`;
    throw new Failure(2, `--shard: "${text}" is not a valid shard; ${remedy}`);
  }
  if (store === undefined) throw new Failure(2, "--shard: requires --cache-url or --cache-dir to store its results");
  if (store.isReadOnly) throw new Failure(2, "--shard: can't write its results to a read-only cache");
  if (out !== undefined) throw new Failure(2, "--out: a shard writes no output; use it for the final build");
  return { number, count };
}

/** Validates the URL of a server. @throws Failure (exit code 2) with a message that contains no credentials */
function checkedUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw new Failure(2, `${name}: is not a URL; use one such as https://cache.example.com/docgen`);
  }
  if (url.username !== "" || url.password !== "") {
    const names = "DOCGEN_CACHE_USER and DOCGEN_CACHE_PASSWORD, or DOCGEN_CACHE_TOKEN,";
    throw new Failure(2, `${name}: must not contain a user or password; set ${names} in the environment`);
  }
  if (url.search !== "" || url.hash !== "") throw new Failure(2, `${name}: must not contain "?" or "#"`);
  return url.href;
}

function takeAuthorization(environment: NodeJS.ProcessEnv): string | undefined {
  const names = ["DOCGEN_CACHE_TOKEN", "DOCGEN_CACHE_USER", "DOCGEN_CACHE_PASSWORD"];
  const [token = "", user = "", password = ""] = names.map((name) => environment[name]);
  for (const name of names) delete environment[name];
  if (token === "" && user === "") return undefined;
  const value = token === "" ? `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` : `Bearer ${token}`;
  // The error that a line break causes later would print the header.
  if (/[^\t\x20-\x7e]/.test(value)) {
    throw new Failure(2, "DOCGEN_CACHE_TOKEN, DOCGEN_CACHE_USER: contain a character that is not allowed in a header");
  }
  return value;
}
