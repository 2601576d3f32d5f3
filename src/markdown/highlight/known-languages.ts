import { bundledLanguages } from "shiki/langs";

/**
 * Names of the languages that have a grammar. In a file of its own: as compiled it is a list (bin/compile.mjs), since
 * what tells how to load each grammar takes longer to load than the most of docgen does.
 */
export const KNOWN_LANGUAGES: ReadonlySet<string> = new Set(Object.keys(bundledLanguages));
