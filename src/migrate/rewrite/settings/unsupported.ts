import { isAbsolute } from "node:path";
import { isMapping, type Mapping } from "../../../content/data-file.ts";
import { slashedPath } from "../../../shared/disk-path.ts";
import { groupBy } from "../../../shared/group-by.ts";
import { count, wordSet } from "../../../shared/text.ts";
import type { Job, NoteSetting, OtherPlugin } from "../../job.ts";
import { record } from "../../read/config-values.ts";
import { notRun } from "../../read/module-paths.ts";

/**
 * Removes values that aren't data, such as functions and exports of modules that aren't there, and reports them, those
 * of one cause together.
 *
 * @param note adds a note about a key
 */
export function withoutUnknown(config: Mapping, note: NoteSetting, job: Pick<Job, "root" | "hasFile">): Mapping {
  const unknown: { readonly key: string; readonly reason: string; readonly cause: string }[] = [];
  const visit = (value: unknown, key: string): unknown => {
    const why = unknownValue(value, job);
    if (why !== undefined) {
      const name = key.replace(/\[\d+\]/g, "");
      // What a module lacks is reported once for a part of the configuration.
      const cause = why.from === undefined ? name + why.reason : `${name.split(".")[0]} ${why.from}`;
      unknown.push({ key, reason: why.reason, cause });
      return undefined;
    }
    if (Array.isArray(value)) {
      return value.map((entry, index) => visit(entry, `${key}[${index}]`)).filter((part) => part !== undefined);
    }
    if (!isMapping(value)) return value;
    const prefix = key === "" ? "" : `${key}.`;
    const entries = Object.entries(value).map(([name, part]) => [name, visit(part, prefix + name)] as const);
    const kept: Mapping = Object.fromEntries(entries.filter(([, part]) => part !== undefined));
    // A category or a link without its content means nothing.
    const isBare =
      "type" in kept &&
      ["items", "href", "id", "value"].some((name) => name in value && !(name in kept) && value[name] !== undefined);
    return isBare ? undefined : kept;
  };
  const kept = record(visit(config, ""));
  for (const [{ key = "", reason = "" } = {}, ...others] of groupBy(unknown, ({ cause }) => cause).values()) {
    const more = `and ${count(others.length, "more value")} are removed: ${reason.replace(/^its value comes/, "they come")}`;
    note("hand", key, others.length === 0 ? `is removed: ${reason}` : more);
  }
  return kept;
}

/** Whether a value isn't data. */
export function isUnknown(value: unknown): boolean {
  return ["$package", "$function", "$regexp"].some((key) => key in record(value));
}

function unknownValue(
  value: unknown,
  job: Pick<Job, "root" | "hasFile">,
): { readonly reason: string; readonly from?: string } | undefined {
  const { $package, $from = $package, $function, $regexp } = record(value);
  if ($package !== undefined) {
    const from = String($from);
    return { reason: `its value comes from ${notRun(from, job, String($package))}`, from };
  }
  if ($function !== undefined) return { reason: "it is a function" };
  return $regexp === undefined ? undefined : { reason: `it is a pattern, ${String($regexp)}` };
}

/**
 * Adds a note for each setting of a part that is neither read nor needless.
 *
 * @param supported names of those that are, separated by spaces
 */
export function noteUnsupported(part: Mapping, name: string, supported: string, note: NoteSetting): void {
  const names = wordSet(supported);
  const isNeedless = (value: unknown) =>
    value === undefined ||
    (Array.isArray(value) && value.length === 0) ||
    (typeof value === "string" && THEME_PAGE.test(value));
  for (const key of Object.keys(part).filter((key) => !isNeedless(part[key]) && !names.has(key))) {
    const isPart = /Component$/.test(key);
    const why = isPart ? "replace parts of docgen's theme (templates/) instead" : "docgen has no equivalent";
    note(LOOKS.has(key) ? "changed" : "hand", name === "" ? key : `${name}.${key}`, `is removed: ${why}`);
  }
}

/** Matches the names of Docusaurus' own parts for pages. Those that a site replaces are reported as files. */
const THEME_PAGE = /^@theme\/(?:Blog|Docs?|MDX)[A-Z/]/;

/** Settings of how Docusaurus' own theme looks or counts, for which nothing has to be done. */
const LOOKS = wordSet(
  "sidebarCollapsed sidebarCollapsible hideable autoCollapseCategories dropdownActiveClassDisabled style id readingTime showLastUpdateTime showLastUpdateAuthor titleDelimiter remarkRehypeOptions",
);

/** Leaves out settings that have their default value. @param defaults values by name */
export function withoutDefaults(part: Mapping, defaults: Mapping): Mapping {
  const entries = Object.entries(part).filter(
    ([key, value]) => !Object.hasOwn(defaults, key) || JSON.stringify(value) !== JSON.stringify(defaults[key]),
  );
  return Object.fromEntries(entries);
}

/** Reports a function that chooses the addresses of the sitemap. */
export function noteSitemapItems({ createSitemapItems }: Mapping, note: NoteSetting): void {
  const { code } = record(createSitemapItems);
  if (typeof code !== "string") return;
  const texts = [...code.matchAll(/(["'`])(\/.*?)\1/g)].map(([, , text = ""]) => text);
  const isOfLists =
    /\.filter\(/.test(code) && texts.length > 0 && texts.every((text) => /^\/(?:page|tags)\//.test(text));
  if (isOfLists)
    note(
      "changed",
      "sitemap.createSitemapItems",
      "is removed: docgen's sitemap also has lists of posts, which harms no search",
    );
  else {
    const rest = "docgen's sitemap has all pages but drafts and those with unlisted: true in their front matter";
    note(
      "hand",
      "sitemap.createSitemapItems",
      `is removed: ${rest}; set this for pages that it leaves out, which hides them in lists and the search, too`,
    );
  }
}

/** What does in docgen what functions of plugins do, by their names. */
const ALTERNATIVES: readonly (readonly [hook: RegExp, remedy: string])[] = [
  [/^(?:loadContent|contentLoaded|allContentLoaded)$/, "create its pages with pages"],
  [/^postBuild$/, "write its files with outputs"],
  [/^injectHtmlTags$/, "write its tags in templates/page.html"],
];

/** What to write in docgen in the place of a plugin or theme. @param hooks names of its functions, none if unknown */
function alternativesTo(key: OtherPlugin["key"], hooks: readonly string[]): string {
  if (key === "themes" && hooks.length === 0)
    return "write its styles with customCss and its parts in templates/; see src/theme/README.md";
  const remedies = ALTERNATIVES.flatMap(([hook, remedy]) => (hooks.some((name) => hook.test(name)) ? [remedy] : []));
  const guide = "see src/site/extensions/README.md";
  return remedies.length === 0 ? `${guide} for alternatives` : `${remedies.join(", and ")}; ${guide}`;
}

/** Functions of plugins for webpack, for the development server and for other commands. */
const BUILD_HOOKS = wordSet(
  "configureWebpack configurePostCss getPathsToWatch extendCli getTranslationFiles translateContent",
);

/** Reports a plugin or theme: what it does that docgen doesn't do. */
export function notePlugin({ key, name, hooks, fault }: OtherPlugin, root: string, note: NoteSetting): void {
  // A path of the site or of a package, which the configuration may have made absolute.
  const bare = name.replace(/^.*[\\/]node_modules[\\/]/, "");
  const named = isAbsolute(bare) ? slashedPath(root, bare).replace(/^(?!\.)/, "./") : bare;
  const left = hooks?.filter((hook) => !BUILD_HOOKS.has(hook)) ?? [];
  if (hooks !== undefined && left.length === 0) {
    const unknown = fault === undefined ? "" : `; its aliases and loaders are unknown, as it throws: ${fault}`;
    note(
      "changed",
      key,
      `${named} is removed: its data and its additions to pages are migrated, and docgen uses no webpack${unknown}`,
    );
  } else if (hooks === undefined && fault !== undefined && bare === name) {
    const isMissing = fault.startsWith("Cannot find module");
    const why = isMissing
      ? "there is no such module; add it or run the script that creates it"
      : `it throws: ${fault}; fix it`;
    note("hand", key, `${named} is removed: ${why}, then migrate again`);
  } else {
    const what = left.length === 0 ? "is removed" : `is removed, with ${left.join(", ")}`;
    const remedy = /plugin-openapi-docs$/.test(named)
      ? "pages that it has written stay, without forms for requests; when the API changes, write them anew and migrate again"
      : alternativesTo(key, left);
    note("hand", key, `${named} ${what}: ${remedy}`);
  }
}
