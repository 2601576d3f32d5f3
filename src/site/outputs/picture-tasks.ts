import { splitKey } from "../../engine/key.ts";
import type { DefineTask } from "../../engine/task.ts";
import type { SiteTask } from "../model/site-task.ts";
import type { Draw, Picture } from "./draw-pictures.ts";
import { cardPictures, iconPictures, iconSource } from "./site-pictures.ts";

export type PictureTasks = ReturnType<typeof createPictureTasks>;
export type IconFile = Omit<Picture, "svg">;

/** Drawn pictures. */
export function createPictureTasks(define: DefineTask, siteTask: SiteTask, draw: Draw) {
  const all = define<{ readonly cards: readonly Picture[]; readonly icons: readonly Picture[] }>({
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
  /** Output files and widths of a locale's pictures: cards of pages, and icons. The key is the locale. */
  const list = define<{ readonly cards: readonly string[]; readonly icons: readonly IconFile[] }>({
    name: "picture files",
    keep: "memory",
    run: async (task, locale) => {
      const { cards, icons } = await task.get(all, locale);
      return { cards: cards.map(({ file }) => file), icons: icons.map(({ file, width }) => ({ file, width })) };
    },
  });
  const source = define<Omit<Picture, "file">>({
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
  /** A PNG in base64, or the reason why there is none. The key is the locale and the output file. */
  const picture = define<{ readonly png: string } | { readonly reason: string }>({
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
