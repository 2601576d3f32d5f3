import type { Document } from "../markdown/document.ts";

/** What the search takes of a page. */
type Text = Pick<Document, "sections">;

/** What the search takes of pages, by path, until all of them are read. */
export interface SectionTexts {
  readonly get: (path: string) => Text | undefined;
  /** Gives a text's sections as JSON for the last time: they are let go. */
  readonly take: (path: string) => Buffer | undefined;
  readonly set: (path: string, text: Text) => void;
}

/**
 * Keeps sections as bytes: as objects they would take several times as much, for each text that was cut
 * out of a page keeps that page's whole source in memory.
 */
export function createSectionTexts(): SectionTexts {
  const kept = new Map<string, Buffer>();
  const get = (path: string): Text | undefined => {
    const bytes = kept.get(path);
    return bytes === undefined ? undefined : { sections: JSON.parse(bytes.toString("utf8")) as Text["sections"] };
  };
  return {
    get,
    take: (path) => {
      const bytes = kept.get(path);
      kept.delete(path);
      return bytes;
    },
    set: (path, text) => {
      kept.set(path, sectionsAsJson(text));
    },
  };
}

export function sectionsAsJson({ sections }: Text): Buffer {
  return Buffer.from(JSON.stringify(sections));
}
