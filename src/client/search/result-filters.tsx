import { type ReactNode, useEffect, useState } from "react";
import { isAt } from "../../navigation/sidebar-path.ts";
import { groupBy } from "../../shared/group-by.ts";
import type { SiteData } from "../../theme/theme-types.ts";
import { text } from "../client-text.ts";
import { preferredSearchTags } from "../enhance/docs-version.ts";
import type { FoundSection } from "./search-client.ts";

interface FilterProps {
  readonly site: SiteData;
  /** Name of the chosen part or version; empty for the default. */
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
}

/** The part of the site that a result belongs to: the top category of a doc, the blog, or the other pages. */
export function sectionOf(
  { sectionRoute, sidebarParentCategories, type }: FoundSection,
  { sidebars }: SiteData,
): string {
  if (type === "blog") return text({ id: "theme.SearchPage.blog", message: "Blog" });
  if (type === "other") return text({ id: "theme.SearchPage.pages", message: "Pages" });
  const [page = ""] = sectionRoute.split("#");
  const sidebar = Object.values(sidebars)
    .flat()
    .find((item) => item.type === "category" && isAt(item, page));
  return sidebarParentCategories[0] ?? sidebar?.label ?? text({ id: "theme.SearchPage.docs", message: "Docs" });
}

/** A select for the parts of the site that have results. */
export function SectionFilter({
  site,
  results,
  chosen,
  onChoose,
}: FilterProps & { readonly results: readonly FoundSection[] }): ReactNode {
  const counts = new Map(chosen === "" ? [] : [[chosen, 0]]);
  for (const [section, inSection] of groupBy(results, (result) => sectionOf(result, site)))
    counts.set(section, inSection.length);
  if (counts.size < 2 && chosen === "") return null;
  const all = [["", results.length] as const, ...[...counts].sort((a, b) => b[1] - a[1])];
  return (
    <fieldset>
      <legend className="visually-hidden">{text({ id: "theme.SearchPage.section", message: "Section" })}</legend>
      {all.map(([name, count]) => (
        <label key={name} className="tag">
          <input
            type="radio"
            name="section"
            className="visually-hidden"
            checked={name === chosen}
            onChange={() => onChoose(name)}
          />
          {name === "" ? text({ id: "theme.SearchPage.all", message: "All" }) : name} <span>{count}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A select for the version of each set of docs that has several. */
export function VersionFilter({ site, chosen, onChoose }: FilterProps): ReactNode {
  const sets = (site.docs ?? []).filter(({ versions }) => versions.length > 1);
  const current = versionTags(site, chosen);
  return sets.map(({ plugin, versions }) => (
    <label key={plugin}>
      {text({ id: "theme.SearchPage.version", message: "Version" })}{" "}
      <select
        value={versions.map(({ name }) => `docs-${plugin}-${name}`).find((tag) => current.includes(tag))}
        onChange={({ target }) => onChoose(target.value)}
      >
        {versions.map(({ name, label }) => (
          <option key={name} value={`docs-${plugin}-${name}`}>
            {label}
          </option>
        ))}
      </select>
    </label>
  ));
}

/** Names of the indexes to query: the page's default ones, with the chosen version of its docs. */
export function versionTags({ searchTags, docs = [] }: SiteData, chosen: string): readonly string[] {
  const replaced = docs.find(({ plugin, versions }) =>
    versions.some(({ name }) => `docs-${plugin}-${name}` === chosen),
  );
  const tags = preferredSearchTags(searchTags);
  if (replaced === undefined) return tags;
  const tagsOfSet = replaced.versions.map(({ name }) => `docs-${replaced.plugin}-${name}`);
  return tags.map((tag) => (tagsOfSet.includes(tag) ? chosen : tag));
}

/** Query and filters in the address of the page of all results. */
type SearchAddress = ReturnType<typeof readAddress>;

/** Debounce of address changes, in milliseconds: browsers limit how often an address may change. */
const ADDRESS_DEBOUNCE_MS = 200;

/** State of the query and filters, from the address and the field; changes are written back to the address. */
export function useSearchAddress() {
  const [asked, setAsked] = useState(readAddress);
  const change = (changes: Partial<SearchAddress>) => {
    const input = fieldOfPage();
    if (changes.query !== undefined && input !== null) input.value = changes.query;
    setAsked((before) => ({ ...before, ...changes }));
  };
  useEffect(() => {
    const timer = setTimeout(writeAddress, ADDRESS_DEBOUNCE_MS, asked);
    return () => clearTimeout(timer);
  }, [asked]);
  useEffect(() => {
    const input = fieldOfPage();
    if (input === null) return;
    if (input.value === "") input.value = readAddress().query;
    const ending = new AbortController();
    const { signal } = ending;
    const read = () => setAsked((before) => ({ ...before, query: input.value, isVerbatim: false }));
    const stay = (event: Event) => event.preventDefault();
    input.addEventListener("input", read, { signal });
    input.form?.addEventListener("submit", stay, { signal });
    if (input.value === "") input.focus();
    else read();
    return () => ending.abort();
  }, []);
  return { ...asked, change };
}

function fieldOfPage(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>(".search-form input");
}

function readAddress() {
  const parameters = new URLSearchParams(location.search);
  const read = (name: string) => parameters.get(name) ?? "";
  return {
    query: read("q"),
    /** Name of the part of the site; empty: all. */
    section: read("section"),
    /** Name of the index of a docs version; empty: the page's default. */
    version: read("version"),
    isVerbatim: parameters.has("verbatim"),
  };
}

function writeAddress({ query, section, version, isVerbatim }: SearchAddress): void {
  const parameters = Object.entries({ q: query, section, version, verbatim: isVerbatim ? "1" : "" });
  const address = new URL(location.href);
  address.search = String(new URLSearchParams(parameters.filter(([, value]) => value !== "")));
  history.replaceState(history.state, "", address);
}
