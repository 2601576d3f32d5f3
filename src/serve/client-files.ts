import { type BrowserFiles, DEV_BUNDLE } from "../build/bundle.ts";
import { bundleProblems } from "../build/bundle-problems.ts";
import type { Store } from "../build/cache/store.ts";
import type { FrameParts } from "../build/live-frame.ts";
import { bundlePages } from "../build/page-chunks.ts";
import { type DevPart, isCompiledNow, readDevPart, readPrebuilt } from "../build/prebuilt.ts";
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

/**
 * @param workingPages those written in React that work now
 * @param store of chunks from earlier times
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
  let chunks: Promise<Files> | undefined;
  let frame: Promise<FrameParts> | undefined;
  /** The last update failed: what is wrong is told until all of it can be bundled. */
  let isBroken = false;

  const stylesNow = () => compiledPart("styles", async () => (await import("../build/assets.ts")).bundleStyles());
  const clientNow = async () => {
    const made = await compiledPart("client", async () => {
      return (await (await import("../build/assets.ts")).bundleClient("development")).files;
    });
    // The style sheet is bundled by itself: pages wait for it, and not for the rest.
    return new Map([...made].filter(([name]) => !name.endsWith(".css")));
  };
  const chunksNow = async () => {
    const { shell } = DEV_BUNDLE;
    const made = await bundlePages(root, await workingPages(), { mode: "development", shell, store });
    onProblems(made.problems);
    return byName(made.files);
  };
  /** A failure is told to those who ask for the files. */
  const begun = (files: Promise<Files>) => {
    files.catch(() => undefined);
    return files;
  };
  const beginStyles = () => {
    styles ??= begun(stylesNow());
    return styles;
  };
  const beginClient = () => {
    client ??= begun(clientNow());
    return client;
  };
  const beginChunks = () => {
    chunks ??= begun(chunksNow());
    return chunks;
  };
  return {
    begin: () => {
      void beginStyles();
      void beginClient();
      void beginChunks();
    },
    update: async (part) => {
      const before = {
        styles: await settled(styles),
        client: await settled(client),
        chunks: await settled(chunks),
      };
      const isWhole = part === "all" || isBroken || before.client.size === 0;
      isBroken = true;
      try {
        const next = {
          styles: await stylesNow(),
          client: isWhole ? await clientNow() : before.client,
          chunks: isWhole ? await chunksNow() : before.chunks,
        };
        isBroken = false;
        styles = Promise.resolve(next.styles);
        client = Promise.resolve(next.client);
        chunks = Promise.resolve(next.chunks);
        frame = undefined;
        if (!isSame(before.client, next.client) || !isSame(before.chunks, next.chunks)) return "client";
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
      return (await beginStyles()).get(name) ?? (await beginClient()).get(name) ?? (await beginChunks()).get(name);
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

/** What is the same for every site, as docgen was compiled; bundled where docgen itself is being written. */
async function compiledPart(part: DevPart, make: () => Promise<BrowserFiles>): Promise<Files> {
  return byName(isCompiledNow() ? readDevPart(part) : await make());
}

function byName(files: BrowserFiles): Files {
  return new Map(files.map(({ file, data }) => [file, data]));
}

function settled(files: Promise<Files> | undefined): Promise<Files> {
  return (files ?? Promise.reject(new Error("not begun"))).catch(() => new Map());
}

function isSame(a: Files, b: Files): boolean {
  return a.size === b.size && [...a].every(([name, data]) => Buffer.compare(data, b.get(name) ?? NOTHING) === 0);
}

const NOTHING = new Uint8Array();
