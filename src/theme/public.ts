/** Exports of `docgen/theme`, for pages written in React. */
export { Link } from "./Link.tsx";
export { hasReaderFile, loadReaderFile } from "./load-reader-file.ts";
export { loadScripts } from "./load-scripts.ts";
export type { ReaderFile, Refusal } from "./reader-file.ts";
export type { ReplaceableName, ThemeComponent } from "./replaceable.ts";
export { useLocale, useSite, useTranslate, useUrl } from "./site-context.ts";
export type { LoadInput } from "./theme-types.ts";
