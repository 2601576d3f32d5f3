interface Sample {
  readonly language: string;
  readonly code: string;
  /** Files that the page shows, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface ShownPicture {
  /** The page, from the folder of the docs. */
  readonly page: string;
  /** The picture, from the folder of the docs. */
  readonly picture: string;
  readonly alt: string;
  readonly sample: Sample | undefined;
}

export const DOCS: string;
export const MAX_BYTES: number;
export function shownPictures(): ShownPicture[];
export function stampOf(shown: ShownPicture): string;
