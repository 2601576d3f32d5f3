import { PAGE_DATA_ID } from "../theme/ids.ts";
import type { PageData } from "../theme/types.ts";

/** What a page says of itself; its contents stand in it, see `readToc`. @param from a page of this site */
export function readPageData(from: Document): Omit<PageData, "toc"> {
  return JSON.parse(from.getElementById(PAGE_DATA_ID)?.textContent ?? "") as PageData;
}
