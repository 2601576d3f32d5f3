import { CONFIG_FILE } from "../../config/evaluate.ts";
import type { SiteConfig } from "../../config/schema.ts";
import { createHighlighter } from "../../highlight/highlighter.ts";
import { Failure } from "../../shared/failure.ts";

/** Checks the languages that a configuration names. @throws Failure (exit code 2) for those without a grammar */
export function checkLanguages({ highlight: { additionalLanguages, aliases } }: SiteConfig): void {
  const { knows, suggest } = createHighlighter(async () => []);
  const isAlias = (name: string) => Object.keys(aliases).some((alias) => alias.toLowerCase() === name.toLowerCase());
  const named = [
    ...additionalLanguages.flatMap((name, index) => {
      return isAlias(name) ? [] : [[`additionalLanguages[${index}]`, name] as const];
    }),
    ...Object.entries(aliases).map(([alias, name]) => [`aliases["${alias}"]`, name] as const),
  ];
  const faults = named.flatMap(([item, name]) => {
    if (knows(name)) return [];
    const guess = suggest(name);
    const hint = guess === undefined ? "" : `; did you mean "${guess}"?`;
    return [`${CONFIG_FILE}: highlight.${item}: no highlighting for "${name}"${hint}`];
  });
  if (faults.length > 0) throw new Failure(2, faults.join("\n"));
}
