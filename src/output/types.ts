/** One file of the output: its bytes, or the file that it is a copy of. */
export type OutputFile =
  | { readonly file: string; readonly data: string | Uint8Array }
  | { readonly file: string; readonly copyOf: string };

/** A large file, which comes part by part. */
export interface WrittenFile {
  readonly file: string;
  readonly write: (put: PutPart) => Promise<void>;
}

/** Takes the next part of a file. */
export type PutPart = (part: string | Uint8Array) => void;

/** A file as it was written, so that the next build knows whether it is still what it would write. */
export interface OutputState {
  /** Stands for what it was made of. */
  readonly key: string;
  readonly bytes: number;
  readonly modifiedMs: number;
  readonly inode: number;
}

/** By file, relative to the output folder. */
export type OutputStates = Readonly<Record<string, OutputState>>;
