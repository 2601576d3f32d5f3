import type { Bundle } from "../build/bundle.ts";
import { bundleProblems } from "../build/bundle-problems.ts";
import { keyOf } from "../build/cache/record.ts";
import { inputDigest } from "../build/cache/snapshot.ts";
import type { Store } from "../build/cache/store.ts";
import type { FrameParts } from "../build/live-frame.ts";
import {
  type DevPart,
  isCompiledNow,
  loadFiles,
  readDevPart,
  readPrebuilt,
  type StoredBundle,
  storeFiles,
} from "../build/prebuilt.ts";
import type { SourcePage } from "../content/types.ts";
import type { Problem } from "../shared/problem.ts";

/** What the browser is to do about new files of the client. */
export type ClientChange = "none" | "styles" | "client";

/** What there is to bundle: the style sheet by itself, or the scripts as well. */
export type BundledPart = "styles" | "all";

/** The client as it is bundled for pages that are being written; the last good state of it stands. */
export interface ClientFiles {
  /** Begins to bundle, where that has not begun: a page has to be there before its files are asked for. */
  readonly begin: () => void;
  /** Bundles anew. @param part what may have changed @returns what is different */
  readonly update: (part: BundledPart) => Promise<ClientChange>;
  /** Waits for the file, if it may be one of them. @throws where it could not be bundled */
  readonly file: (name: string) => Promise<Uint8Array | undefined>;
  /** What live samples run in. */
  readonly frame: () => Promise<FrameParts>;
}

type Files = ReadonlyMap<string, Uint8Array>;

/** A bundle as it is kept. */
type Kept = Pick<StoredBundle, "files" | "inputs">;

/**
 * @param workingPages those written in React that work now
 * @param store of bundles from earlier times
 * @param onProblems told of what is wrong with the client, and when nothing is any more
 */
export function createClientFiles(
  root: string,
  workingPages: () => Promise<readonly SourcePage[]>,
  store: Store,
  onProblems: (problems: readonly Problem[]) => void,
): ClientFiles {
  let styles: Promise<Files> | undefined;
  let client: Promise<Files> | undefined;
  let frame: Promise<FrameParts> | undefined;
  /** The last update failed: what is wrong is told until all of it can be bundled. */
  let isBroken = false;

  const bundle = async (pages: readonly SourcePage[]): Promise<Bundle> => {
    const { bundleClient } = await import("../build/assets.ts");
    const made = await bundleClient(root, pages, "development");
    onProblems(made.problems);
    return made;
  };
  const beginStyles = () => {
    styles ??= compiledPart("styles", bundleStyles);
    // Told to those who ask for the files.
    styles.catch(() => undefined);
    return styles;
  };
  const beginClient = () => {
    client ??= workingPages().then(async (working) => {
      const own = working.filter(({ format }) => format === "tsx").map(({ path, route }) => [path, route]);
      if (own.length > 0) return scriptsOf(await keptBundle(root, store, keyOf("client", own), () => bundle(working)));
      return scriptsOf(await compiledPart("client", async () => (await bundle(working)).files));
    });
    client.catch(() => undefined);
    return client;
  };
  return {
    begin: () => {
      void beginStyles();
      void beginClient();
    },
    update: async (part) => {
      const before = { styles: await settled(styles), client: await settled(client) };
      const isWhole = part === "all" || isBroken || before.client.size === 0;
      isBroken = true;
      try {
        const next = {
          styles: byName(await bundleStyles()),
          client: isWhole ? scriptsOf(byName((await bundle(await workingPages())).files)) : before.client,
        };
        isBroken = false;
        styles = Promise.resolve(next.styles);
        client = Promise.resolve(next.client);
        frame = undefined;
        if (!isSame(before.client, next.client)) return "client";
        return isSame(before.styles, next.styles) ? "none" : "styles";
      } catch (error) {
        const problems = bundleProblems(error, root);
        if (problems.length === 0) throw error;
        onProblems(problems);
        return "none";
      }
    },
    file: async (name) => {
      if (!/^assets\/[^/]+$/.test(name)) return undefined;
      // A page is shown as soon as its styles are there; they don't wait for the rest to be read.
      if (!name.endsWith(".css")) void beginClient();
      return (await beginStyles()).get(name) ?? (await beginClient()).get(name);
    },
    frame: () => {
      frame ??= isCompiledNow()
        ? Promise.resolve(readPrebuilt().frame)
        : import("../build/live-frame.ts").then(({ bundleFrame }) => bundleFrame());
      return frame;
    },
  };
}

/** The script that connects a page to the server. */
export async function devScript(): Promise<Uint8Array> {
  const files = await compiledPart("script", async () => (await import("../build/assets.ts")).bundleDevClient());
  return [...files.values()][0] ?? NOTHING;
}

async function bundleStyles(): Promise<Bundle["files"]> {
  return (await import("../build/assets.ts")).bundleStyles();
}

/** The style sheet is bundled by itself: pages wait for it, and not for the rest. */
function scriptsOf(files: Files): Files {
  return new Map([...files].filter(([name]) => !name.endsWith(".css")));
}

/** What is the same for most sites, as docgen was compiled; bundled where docgen itself is being written. */
async function compiledPart(part: DevPart, make: () => Promise<Bundle["files"]>): Promise<Files> {
  return byName(isCompiledNow() ? readDevPart(part) : await make());
}

/** Bundling takes longer than all else that a page waits for, and gives the same until docgen or the page's files change. */
async function keptBundle(root: string, store: Store, name: string, make: () => Promise<Bundle>): Promise<Files> {
  if (!isCompiledNow()) return byName((await make()).files);
  const kept = store.get("serve", name) as Kept | undefined;
  if (kept?.inputs.every(([input, digest]) => inputDigest(root, input) === digest) === true)
    return byName(loadFiles(kept.files));
  const { files, inputs, problems } = await make();
  if (problems.length === 0) {
    const next: Kept = { files: storeFiles(files), inputs: inputs.map((input) => [input, inputDigest(root, input)]) };
    store.put("serve", name, next);
  }
  return byName(files);
}

function byName(files: Bundle["files"]): Files {
  return new Map(files.map(({ file, data }) => [file, data]));
}

function settled(files: Promise<Files> | undefined): Promise<Files> {
  return (files ?? Promise.reject(new Error("not begun"))).catch(() => new Map());
}

function isSame(a: Files, b: Files): boolean {
  return a.size === b.size && [...a].every(([name, data]) => Buffer.compare(data, b.get(name) ?? NOTHING) === 0);
}

const NOTHING = new Uint8Array();
