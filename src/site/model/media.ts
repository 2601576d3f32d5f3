import type { MediaFile } from "../../links/site-index.ts";

/** Pictures and downloads: what pages may refer to, and what is written for them. */
export interface Media {
  readonly byTarget: ReadonlyMap<string, MediaFile>;
  /** Output files, and the absolute paths of what they are copies of. */
  readonly files: readonly (readonly [file: string, copyOf: string])[];
}
