import { splitKey } from "../../engine/key.ts";
import type { DefineTask, TaskDef } from "../../engine/task.ts";
import type { SiteTask } from "../model/site-task.ts";
import type { Draw } from "./draw-pictures.ts";
import { cardPictures, iconPictures, iconSource } from "./site-pictures.ts";

/** Drawn pictures. Keys are a locale and an output file. */
export interface PictureTasks {
  /** Output files and widths of a locale's pictures: cards of pages, and icons. */
  readonly list: TaskDef<{ readonly cards: readonly string[]; readonly icons: readonly IconFile[] }>;
  /** A PNG in base64, or the reason why there is none. */
  readonly picture: TaskDef<{ readonly png: string } | { readonly reason: string }>;
}

export interface IconFile {
  readonly file: string;
  readonly width: number;
}

export function createPictureTasks(define: DefineTask, siteTask: SiteTask, draw: Draw): PictureTasks {
  const all = define<{
    readonly cards: ReturnType<typeof cardPictures>;
    readonly icons: ReturnType<typeof iconPictures>;
  }>({
    name: "pictures",
    keep: "memory",
    run: async (task, locale) => {
      const { plan } = await task.get(siteTask, locale);
      const source = iconSource(plan);
      const icon = source === undefined ? undefined : task.file(source);
      const icons = icon === undefined ? [] : iconPictures(plan, icon.bytes().toString("utf8"));
      return { cards: cardPictures(plan), icons };
    },
  });
  const list: PictureTasks["list"] = define({
    name: "picture files",
    keep: "memory",
    run: async (task, locale) => {
      const { cards, icons } = await task.get(all, locale);
      return { cards: cards.map(({ file }) => file), icons: icons.map(({ file, width }) => ({ file, width })) };
    },
  });
  const source = define<{ readonly svg: string; readonly width: number }>({
    name: "picture source",
    keep: "memory",
    run: async (task, key) => {
      const [locale = "", file = ""] = splitKey(key);
      const { cards, icons } = await task.get(all, locale);
      const found = [...cards, ...icons].find((picture) => picture.file === file);
      if (found === undefined) throw new Error(`there is no picture ${file}`);
      return { svg: found.svg, width: found.width };
    },
  });
  const picture: PictureTasks["picture"] = define({
    name: "picture",
    keep: "disk",
    run: async (task, key) => {
      const picture = await task.get(source, key);
      const drawn = await task.aside(() => draw(picture));
      return typeof drawn === "string" ? { reason: drawn } : { png: Buffer.from(drawn).toString("base64") };
    },
  });
  return { list, picture };
}
