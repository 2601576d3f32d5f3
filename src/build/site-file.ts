import type { OutputFile } from "../output/types.ts";

/** A file of the output, at hand or made only if it isn't there already. */
export type SiteFile =
  | OutputFile
  | {
      readonly file: string;
      /** Stands for all that it is made of. */
      readonly key: string;
      readonly make: () => Promise<string | Uint8Array>;
    };
