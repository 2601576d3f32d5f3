/** A file to be staged: its content, or the path of the file to copy. */
export type StagedFile =
  | { readonly file: string; readonly data: string | Uint8Array }
  | { readonly file: string; readonly copyOf: string };

/** State of a file on disk. */
export interface FileState {
  readonly bytes: number;
  readonly modifiedMs: number;
  /**
   * Time of the last change of content, links or permissions (ctime), in milliseconds. Unlike mtime, programs can't set
   * it.
   */
  readonly changedMs: number;
  readonly inode: number;
}

/** State of an output file right after it was written, to detect later changes. */
export interface OutputState extends FileState {
  /** Hash of everything that the file was made of. */
  readonly key: string;
}

/** States by path, relative to the output folder. */
export type OutputStates = Readonly<Record<string, OutputState>>;
