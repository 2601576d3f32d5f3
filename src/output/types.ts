/** One file of the output: its bytes, or the file that it is a copy of. */
export type OutputFile =
  | { readonly file: string; readonly data: string | Uint8Array }
  | { readonly file: string; readonly copyOf: string };
