import { globSource } from "../../shared/glob.ts";
import type { ContentSet } from "../job.ts";
import { texts } from "./config-values.ts";

/** What Docusaurus excludes by default, besides tests. */
const EXCLUDED = ["**/_*.{js,jsx,ts,tsx,md,mdx}", "**/_*/**"];

/** Returns whether Docusaurus publishes a file of a set. The file's path is relative to the set. */
export function publishedFiles({ options }: ContentSet): (file: string) => boolean {
  const { include = "**/*", exclude = EXCLUDED } = options;
  const matches = (patterns: unknown) => {
    const expressions = texts(patterns).map(globPattern);
    return (file: string) => expressions.some((pattern) => pattern.test(file));
  };
  const [isIncluded, isExcluded] = [matches(include), matches(exclude)];
  return (file) => isIncluded(file) && !isExcluded(file);
}

/** Matches paths as a glob in the configuration does, with alternatives in braces. */
function globPattern(glob: string): RegExp {
  const parts = glob.split(/\{([^{}]*)\}/);
  const sources = parts.map((part, index) =>
    index % 2 === 0 ? globSource(part) : `(?:${part.split(",").map(globSource).join("|")})`,
  );
  return new RegExp(`^${sources.join("")}$`);
}
