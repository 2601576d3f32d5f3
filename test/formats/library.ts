import { createRequire } from "node:module";
import type * as XLSX from "xlsx";

/** The library as the pages load it. Its ES module comes without the tables of old encodings, which TXT files need. */
export const library: typeof XLSX = createRequire(import.meta.url)("xlsx");
