// <FilterTable label="Filter formats">
import type { ReactNode } from "react";
import type { ComponentCall } from "../../markdown/env.ts";

/** A table with a box above it that hides the rows in which the typed words don't stand. */
export function filterTable({ props, html }: ComponentCall): ReactNode {
  return (
    <div className="filter-table" data-label={String(props.label ?? "Filter the table")}>
      <div className="filter-box" />
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}
