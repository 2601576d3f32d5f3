/** What a picture shows of which file: see `list.mjs`. */
export interface Picture {
  readonly cells: string;
  readonly file?: string;
  readonly value?: string;
  readonly as?: string;
  readonly csv?: string;
  readonly width?: number;
  readonly zoom?: number;
  readonly bar?: boolean;
  readonly tabs?: boolean;
  readonly notes?: boolean;
  readonly rtl?: boolean;
  readonly select?: string;
  readonly hover?: string;
  readonly fit?: string;
  readonly sheet?: string;
  readonly commands?: readonly string[];
  readonly dialog?: string;
  readonly keys?: readonly string[];
}

export const PICTURES: Readonly<Record<string, Picture>>;
