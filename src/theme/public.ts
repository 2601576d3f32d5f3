/** Exports of `docgen/theme`, for pages written in React. */
export { Link } from "./Link.tsx";
export { hasReaderFile, loadReaderFile, loadScripts } from "./load-on-demand.ts";
export type { ReaderFile, Refusal } from "./reader-file.ts";
export type { ReplaceableName, ThemeComponent } from "./replaceable.ts";
export { useLocale, useSite, useTranslate, useUrl } from "./site-context.ts";
export type { LoadInput } from "./theme-types.ts";
