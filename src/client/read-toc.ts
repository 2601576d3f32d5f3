import type { TocEntry } from "../markdown/document.ts";

/** A page's contents as they stand in it: sending them a second time, as data, would make long pages longer. */
export function readToc(from: Document): TocEntry[] {
  return [...from.querySelectorAll(".toc a")].map((link) => ({
    level: link.parentElement?.className === "" ? 2 : 3,
    id: decodeURI(link.getAttribute("href")?.slice(1) ?? ""),
    html: link.innerHTML,
  }));
}
