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

/**
 * Writes a file, and the folders that it is in.
 *
 * @param path absolute
 * @param by where it is written before it takes its place, on the same disk; default: in its place
 */
export type WriteFile = (path: string, data: string | Uint8Array, by?: string) => Promise<FileState>;

/** Whether a file, relative to the output folder, is still as it was written. */
export type OutputCheck = (file: string, state: OutputState) => boolean;

/** By file, relative to the output folder. */
export type OutputStates = Readonly<Record<string, OutputState>>;
