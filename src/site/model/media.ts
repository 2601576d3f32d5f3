import type { MediaFile } from "../../links/site-index.ts";

/** Pictures and downloads: valid targets of links, and the files written for them. */
export interface Media {
  readonly byTarget: ReadonlyMap<string, MediaFile>;
  /** Output files with the absolute paths of their sources. */
  readonly files: readonly (readonly [file: string, copyOf: string])[];
}
