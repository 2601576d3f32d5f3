import type { Task } from "../../engine/task.ts";
import { languageName } from "../../search/language.ts";
import { liveFrame } from "../bundles/live-frame.ts";
import { loadFiles } from "../bundles/prebuilt.ts";
import { outputKind, smallFilesKind } from "../output-kinds.ts";
import type { Setup } from "../setup.ts";
import { type SiteTasks, usesOf } from "../tasks.ts";
import { copiedFile } from "./media-outputs.ts";

/** Scripts and style sheets. */
export function browserOutputs({ define, root }: Setup, tasks: SiteTasks) {
  const { config, bundles, docgenCode, client, site } = tasks;
  const frameOf = async (task: Task) => {
    return liveFrame((await task.get(docgenCode.client, "")).frame, (await task.get(config.config, "")).config);
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
        return (await task.get(docgenCode.mermaid, "")).files.map(([file]) => file);
      },
      make: async ({ task }, file) => {
        const { files } = await task.get(docgenCode.mermaid, "");
        return copiedFile(task, root, files.find(([name]) => name === file)?.[1]);
      },
    }),
  };
}
