import { bundleClient, bundleProblems, bundleStyles } from "../build/assets.ts";
import type { SourcePage } from "../content/types.ts";
import type { OutputFile } from "../output/types.ts";
import type { Problem } from "../shared/problem.ts";

/** What the browser is to do about new files of the client. */
export type ClientChange = "none" | "styles" | "client";

/** The client as it is bundled for pages that are being written; the last good state of it stands. */
export interface ClientFiles {
  /** Begins to bundle. @param pages those written in React that work */
  readonly start: (pages: Promise<readonly SourcePage[]>) => void;
  /** Bundles anew, if it was asked for before. @returns what is different */
  readonly update: (pages: Promise<readonly SourcePage[]>) => Promise<ClientChange>;
  /** Waits for the file, if it may be one of them. @throws where it could not be bundled */
  readonly file: (name: string) => Promise<OutputFile | undefined>;
}

type Files = ReadonlyMap<string, OutputFile>;

/** @param onProblems told of what is wrong with the client, and when nothing is any more */
export function createClientFiles(
  root: string,
  liveFrame: string,
  onProblems: (problems: readonly Problem[]) => void,
): ClientFiles {
  let styles: Promise<Files> | undefined;
  let client: Promise<Files> | undefined;

  const bundle = async (pages: Promise<readonly SourcePage[]>): Promise<Files> => {
    const { files, problems } = await bundleClient(root, await pages, "development", liveFrame);
    onProblems(problems);
    // The style sheet is bundled by itself: pages wait for it, and not for the rest.
    return byName(files.filter(({ file }) => !file.endsWith(".css")));
  };
  const start = (pages: Promise<readonly SourcePage[]>) => {
    styles = bundleStyles().then(byName);
    client = bundle(pages);
    // Told to those who ask for the files.
    styles.catch(() => undefined);
    client.catch(() => undefined);
  };
  return {
    start,
    update: async (pages) => {
      const before = { styles: await settled(styles), client: await settled(client) };
      try {
        const next = { styles: byName(await bundleStyles()), client: await bundle(pages) };
        styles = Promise.resolve(next.styles);
        client = Promise.resolve(next.client);
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
      return (await styles)?.get(name) ?? (await client)?.get(name);
    },
  };
}

function byName(files: readonly OutputFile[]): Files {
  return new Map(files.map((file) => [file.file, file]));
}

function settled(files: Promise<Files> | undefined): Promise<Files> {
  return (files ?? Promise.reject(new Error("not begun"))).catch(() => new Map());
}

function isSame(a: Files, b: Files): boolean {
  return a.size === b.size && [...a].every(([name, file]) => isEqual(file, b.get(name)));
}

function isEqual(a: OutputFile, b: OutputFile | undefined): boolean {
  if (b === undefined || !("data" in a) || !("data" in b)) return false;
  return Buffer.compare(Buffer.from(a.data), Buffer.from(b.data)) === 0;
}
