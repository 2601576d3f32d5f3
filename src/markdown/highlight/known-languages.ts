import { bundledLanguages } from "shiki/langs";

/**
 * Names of the languages that have a grammar. In a file of its own: as compiled it is a list (bin/compile.mjs), since
 * shiki's table, which tells how to load each grammar, takes 17 ms to load.
 */
export const KNOWN_LANGUAGES: ReadonlySet<string> = new Set(Object.keys(bundledLanguages));
