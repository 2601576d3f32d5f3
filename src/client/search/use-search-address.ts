import { useEffect, useState } from "react";

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
