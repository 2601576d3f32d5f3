/** One file of the output: its bytes, or the file that it is a copy of. */
export type OutputFile =
  | { readonly file: string; readonly data: string | Uint8Array }
  | { readonly file: string; readonly copyOf: string };

/** A file as it is on the disk. */
export interface FileState {
  readonly bytes: number;
  readonly modifiedMs: number;
  /** When its bytes, names or rights were changed last, in milliseconds; a program can't set it back. */
  readonly changedMs: number;
  readonly inode: number;
}

/** A file as it was written, so that the next build knows whether it is still what it would write. */
export interface OutputState extends FileState {
  /** Stands for what it was made of. */
  readonly key: string;
}

/** By file, relative to the output folder. */
export type OutputStates = Readonly<Record<string, OutputState>>;
