// <FilterTable label="Filter formats">
import type { ReactNode } from "react";
import type { ComponentCall } from "../../markdown/env.ts";
import { type Texts, translate } from "../../shared/translate.ts";

const LABEL = { id: "theme.FilterTable.label", message: "Filter the table" };

/** A table with a text box that filters its rows by the words typed. */
export function filterTable({ props, html }: ComponentCall, texts: Texts): ReactNode {
  return (
    <div className="filter-table" data-label={String(props.label ?? translate(texts, LABEL))}>
      <div className="filter-box" />
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}
