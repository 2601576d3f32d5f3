import { slug as githubSlug } from "github-slugger";
import * as v from "valibot";
import type { Problem } from "../shared/problem.ts";
import {
  dataProblems,
  type FieldsOf,
  isMapping,
  readFields,
  readMapping,
  reportFields,
  yamlKeyPlace,
} from "./data-file.ts";

/** Name of the file that describes the tags of a set of docs or of the blog. */
export const TAGS_FILE = /^tags\.ya?ml$/;

const text = v.message(v.string(), "a string");
const label = v.pipe(text, v.regex(/\S/, "a string that is not blank"));
const FIELDS = { label, permalink: text, description: text };

/** A tag of a `tags.yml`. */
export interface DefinedTag extends FieldsOf<typeof FIELDS> {
  readonly label: string;
  /** The last part of its route. */
  readonly slug: string;
}

/** A parsed `tags.yml`. */
export interface TagsFile {
  readonly path: string;
  readonly tags: ReadonlyMap<string, DefinedTag>;
  readonly problems: readonly Problem[];
}

/** Slug of a tag, by the rule for headings: ignores case and punctuation. */
export function tagSlug(label: string): string {
  return githubSlug(label.normalize("NFC").trim()).replace(/-{2,}/g, "-").replace(/^-|-$/g, "");
}

/** Slug of a permalink: without slashes around it. */
export function permalinkSlug(permalink: string): string {
  return permalink.replace(/^\/+|\/+$/g, "");
}

/**
 * Parses a `tags.yml`: a mapping of keys to tags.
 *
 * @param source text with `\n` line endings
 * @param original the file that it translates: each tag keeps its address, and the texts that have no translation
 */
export function parseTags(path: string, source: string, original?: TagsFile): TagsFile {
  const { problems, report } = dataProblems(path, "tag");
  const tags = new Map(original?.tags);
  const bySlug = new Map<string, string>();
  for (const [key, value] of Object.entries(readMapping(source, report, "tags, such as csharp: {label: C#}") ?? {})) {
    const placeOf = (...names: readonly string[]) => yamlKeyPlace(source, key, ...names);
    if (value !== null && !isMapping(value)) report(placeOf(), `tag "${key}" must be a mapping`);
    const faults = reportFields(report, placeOf, `tag "${key}": `);
    const fields = readFields(FIELDS, isMapping(value) ? value : {}, faults);
    const { label, slug } = original?.tags.get(key) ?? { label: key.charAt(0).toUpperCase() + key.slice(1) };
    const finalSlug = slug ?? (fields.permalink === undefined ? tagSlug(key) : permalinkSlug(fields.permalink));
    const other = bySlug.get(finalSlug);
    if (finalSlug === "") report(placeOf(), `tag "${key}" has no URL: set permalink, such as /words`);
    else if (other !== undefined) {
      const same = `the tags "${key}" and "${other}" have the same URL, "${finalSlug}"`;
      report(placeOf("permalink"), `${same}: change the permalink of one`);
    } else bySlug.set(finalSlug, key);
    tags.set(key, { ...original?.tags.get(key), label, ...fields, slug: finalSlug });
  }
  return { path, tags, problems };
}
