import type { Bundle } from "../build/bundle.ts";
import { bundleProblems } from "../build/bundle-problems.ts";
import { keyOf } from "../build/cache/record.ts";
import { digestOf } from "../build/cache/snapshot.ts";
import type { Store } from "../build/cache/store.ts";
import type { FrameParts } from "../build/live-frame.ts";
import type { SourcePage } from "../content/types.ts";
import type { Problem } from "../shared/problem.ts";

/** What the browser is to do about new files of the client. */
export type ClientChange = "none" | "styles" | "client";

/** The client as it is bundled for pages that are being written; the last good state of it stands. */
export interface ClientFiles {
  /** Begins to bundle, where that has not begun: a page has to be there before its files are asked for. */
  readonly begin: () => void;
  /** Bundles anew. @returns what is different */
  readonly update: () => Promise<ClientChange>;
  /** Waits for the file, if it may be one of them. @throws where it could not be bundled */
  readonly file: (name: string) => Promise<Uint8Array | undefined>;
  /** What live samples run in. */
  readonly frame: () => Promise<FrameParts>;
}

type Files = ReadonlyMap<string, Uint8Array>;

/** A bundle as it is kept: bytes as base64, and the site's files that it was made of with their digests. */
interface Kept {
  readonly files: readonly (readonly [name: string, data: string])[];
  readonly inputs: readonly (readonly [path: string, digest: string])[];
}

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

  const bundle = async (pages: readonly SourcePage[]): Promise<Bundle> => {
    const { bundleClient } = await import("../build/assets.ts");
    const made = await bundleClient(root, pages, "development");
    onProblems(made.problems);
    // The style sheet is bundled by itself: pages wait for it, and not for the rest.
    return { ...made, files: made.files.filter(({ file }) => !file.endsWith(".css")) };
  };
  const beginStyles = () => {
    styles ??= keptBundle(store, "styles", async () => ({ files: await bundleStyles(), inputs: [], problems: [] }));
    // Told to those who ask for the files.
    styles.catch(() => undefined);
    return styles;
  };
  const beginClient = () => {
    client ??= workingPages().then((working) => {
      const own = working.filter(({ format }) => format === "tsx").map(({ path, route }) => [path, route]);
      return keptBundle(store, keyOf("client", own), () => bundle(working));
    });
    client.catch(() => undefined);
    return client;
  };
  return {
    begin: () => {
      void beginStyles();
      void beginClient();
    },
    update: async () => {
      const before = { styles: await settled(styles), client: await settled(client) };
      try {
        const next = {
          styles: byName(await bundleStyles()),
          client: byName((await bundle(await workingPages())).files),
        };
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
      frame ??= import("../build/live-frame.ts").then(({ bundleFrame }) => bundleFrame());
      return frame;
    },
  };
}

/** The script that connects a page to the server. */
export async function devScript(store: Store): Promise<Uint8Array> {
  const make = async () => {
    const { bundleDevClient } = await import("../build/assets.ts");
    return { files: [{ file: "script", data: await bundleDevClient() }], inputs: [], problems: [] };
  };
  return (await keptBundle(store, "script", make)).get("script") ?? new Uint8Array();
}

async function bundleStyles(): Promise<Bundle["files"]> {
  return (await import("../build/assets.ts")).bundleStyles();
}

/** Bundling takes longer than all else that a page waits for, and gives the same until docgen or the page's files change. */
async function keptBundle(
  store: Store,
  name: string,
  make: () => Promise<Pick<Bundle, "files" | "inputs" | "problems">>,
): Promise<Files> {
  const kept = store.get("serve", name) as Kept | undefined;
  if (kept?.inputs.every(([path, digest]) => digestOf(path) === digest) === true) {
    return new Map(kept.files.map(([file, data]) => [file, Buffer.from(data, "base64")]));
  }
  const { files, inputs, problems } = await make();
  if (problems.length === 0) {
    const next: Kept = {
      files: files.map(({ file, data }) => [file, Buffer.from(data).toString("base64")]),
      inputs: inputs.map((path) => [path, digestOf(path)]),
    };
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
