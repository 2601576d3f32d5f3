import type { Document } from "../markdown/document.ts";

/** What the Markdown copy of a page is made of. */
export type PageText = Pick<Document, "copy" | "slots" | "heading">;
