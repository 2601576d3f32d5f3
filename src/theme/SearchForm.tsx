import type { ReactNode } from "react";
import { SEARCH_INPUT_MAX_LENGTH } from "../shared/constants.ts";
import type { Route } from "../shared/route.ts";
import { useTranslate, useUrl } from "./site-context.ts";

/** A field that leads to the page with all results of its query; none where the site has no such page. */
export function SearchForm({ route }: { readonly route: Route | undefined }): ReactNode {
  const t = useTranslate();
  const url = useUrl();
  if (route === undefined) return null;
  const label = t({ id: "theme.SearchBar.label", message: "Search" });
  return (
    <search>
      <form className="search-form" action={url(route)}>
        <input
          type="search"
          name="q"
          aria-label={label}
          maxLength={SEARCH_INPUT_MAX_LENGTH}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        <button type="submit">{label}</button>
      </form>
    </search>
  );
}
