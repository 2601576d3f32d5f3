import type { Document } from "../markdown/document.ts";

/** What programs are told of a page: kept in memory, unlike its HTML, until all pages are read. */
export type PageText = Pick<Document, "sections" | "copy" | "slots" | "heading" | "lead">;
