import type { OutputFile, WrittenFile } from "../output/types.ts";

/** A file of the output, at hand or made only if it isn't there already. */
export type SiteFile = OutputFile | (Keyed & MadeFile) | (Keyed & WrittenFile);

interface Keyed {
  /** Stands for all that the file is made of. */
  readonly key: string;
}

interface MadeFile {
  readonly file: string;
  readonly make: () => Promise<string | Uint8Array>;
}
