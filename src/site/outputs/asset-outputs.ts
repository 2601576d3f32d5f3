import { joinKey } from "../../engine/key.ts";
import type { Task } from "../../engine/task.ts";
import { languageName } from "../../search/language.ts";
import { slashedPath } from "../../shared/disk-path.ts";
import { loadFiles } from "../bundles/bundle-client.ts";
import { liveFrame } from "../bundles/live-frame.ts";
import { FAVICON, ICONS } from "../model/reserved-files.ts";
import { pageKey, planOf } from "../model/site-task.ts";
import { outputKind, smallFilesKind, type TaskSite } from "../output-kinds.ts";
import { undrawnIcon } from "../pictures/picture-tasks.ts";
import type { IconFile, PageFacts, Setup, SiteTasks } from "../tasks.ts";

/** Pictures and downloads: the site's own files, and pictures drawn for it. */
export function mediaOutputs({ define, root, tasks }: Setup) {
  const { site, pictures } = tasks;
  const drawn = async ({ task, locale }: TaskSite, file: string) => {
    const picture = await task.get(pictures.picture, joinKey(locale, file));
    if ("reason" in picture) throw new Error(`${file} can't be drawn: ${picture.reason}`);
    return Buffer.from(picture.png, "base64");
  };
  const mediaOf = async (task: Task, locale: string) => (await task.get(site, locale)).media.files;
  return {
    icons: outputKind(define, {
      name: "icons",
      matches: /^[^/]*icon[^/]*\.(?:png|ico)$/,
      files: async ({ task, locale }) => (await drawnIcons(task, tasks, locale)).map(({ file }) => file),
      make: async (icons, file) => {
        const png = await drawn(icons, file);
        return file === FAVICON ? icoOf(png, ICONS.find((icon) => icon.file === file)?.width ?? 0) : png;
      },
    }),
    cards: outputKind(define, {
      name: "cards",
      phase: "pictures",
      matches: /^assets\/social\//,
      files: async ({ task, locale }) => (await task.get(pictures.list, locale)).cards,
      make: drawn,
    }),
    media: outputKind(define, {
      name: "media",
      matches: /./,
      files: async ({ task, locale }) => [...(await mediaOf(task, locale)).keys()],
      make: async ({ task, locale }, file) => copiedFile(task, root, (await mediaOf(task, locale)).get(file)),
    }),
  };
}

/** An ICO file with a single PNG picture: a header and an entry, in little endian, then the PNG. */
function icoOf(png: Buffer, width: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(width, 6);
  head.writeUInt8(width, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/** A copy of a file on disk. @param copyOf its absolute path */
function copiedFile(task: Task, root: string, copyOf = ""): { readonly copyOf: string; readonly digest: string } {
  return { copyOf, digest: task.file(slashedPath(root, copyOf))?.digest ?? "" };
}

/** The site's icons that could be drawn; reports why others could not. */
export async function drawnIcons(task: Task, tasks: SiteTasks, locale: string): Promise<readonly IconFile[]> {
  const { icons } = await task.get(tasks.pictures.list, locale);
  const drawn: IconFile[] = [];
  const reasons: string[] = [];
  for (const icon of icons) {
    const picture = await task.get(tasks.pictures.picture, joinKey(locale, icon.file));
    if ("reason" in picture) reasons.push(picture.reason);
    else drawn.push(icon);
  }
  const plan = await planOf(task, tasks, locale);
  task.report(...reasons.slice(0, 1).map((reason) => undrawnIcon(plan, reason)));
  return drawn;
}

/** Scripts and style sheets. */
export function browserOutputs({ define, root, tasks }: Setup) {
  const { config, bundles, client, site } = tasks;
  const frameOf = async (task: Task) => {
    return liveFrame((await task.get(bundles.client, "")).frame, (await task.get(config.config, "")).config);
  };
  return {
    client: smallFilesKind(define, "client", /^assets\//, async ({ task, locale }) => {
      const { files, languages } = (await task.get(client, locale)).bundle;
      const { locales } = (await task.get(site, locale)).plan;
      const needed = new Set(locales.map(({ htmlLang }) => languageName(htmlLang)));
      return files.filter(([file]) => languages[file] === undefined || needed.has(languages[file]));
    }),
    pageScripts: smallFilesKind(
      define,
      "page scripts",
      /^assets\/page-|^assets\/[\w-]+\.(?:js|css)$/,
      async ({ task, locale }) => loadFiles((await task.get(bundles.forBrowser, locale)).files),
    ),
    liveFrame: outputKind(define, {
      name: "live frame",
      matches: /^assets\/live-frame/,
      dependsOnUses: true,
      files: async ({ task, locale }) => {
        return (await usesOf(task, tasks, locale)).has("live") ? [(await frameOf(task)).file] : [];
      },
      make: async ({ task }) => (await frameOf(task)).data,
    }),
    diagrams: outputKind(define, {
      name: "diagrams",
      matches: /^assets\/mermaid-/,
      dependsOnUses: true,
      files: async ({ task, locale }) => {
        if (!(await usesOf(task, tasks, locale)).has("mermaid")) return [];
        return (await task.get(bundles.mermaid, "")).files.map(([file]) => file);
      },
      make: async ({ task }, file) => {
        const { files } = await task.get(bundles.mermaid, "");
        return copiedFile(task, root, files.find(([name]) => name === file)?.[1]);
      },
    }),
  };
}

/** Browser features that the pages of a language use. */
async function usesOf(task: Task, tasks: SiteTasks, locale: string): Promise<ReadonlySet<PageFacts["uses"][number]>> {
  const used = new Set<PageFacts["uses"][number]>();
  for (const page of (await planOf(task, tasks, locale)).pages) {
    for (const use of (await task.get(tasks.pages.facts, pageKey(locale, page))).uses) used.add(use);
  }
  return used;
}
