/** What pages written in React may import as `docgen/theme`. */
export { Link } from "./Link.tsx";
export { loadScripts } from "./load-scripts.ts";
export { useSite, useTranslate, useUrl } from "./site-context.ts";
