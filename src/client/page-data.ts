import { PAGE_DATA_ID } from "../theme/ids.ts";
import type { PageData } from "../theme/types.ts";

/** What a page says of itself. @param from a page of this site */
export function readPageData(from: Document): PageData {
  return JSON.parse(from.getElementById(PAGE_DATA_ID)?.textContent ?? "") as PageData;
}
