import { Fragment, type ReactNode } from "react";
import { useDate, useTranslate } from "./site-context.ts";
import type { PageData } from "./types.ts";

/** When a page was last changed, and by whom. */
export function LastUpdated({ day, author }: NonNullable<PageData["lastUpdate"]>): ReactNode {
  const t = useTranslate();
  const formatDate = useDate();
  const date = day === undefined ? null : <time dateTime={day}>{formatDate(day)}</time>;
  const text = t({ id: "theme.lastUpdated.lastUpdatedAtBy", message: "Last updated{atDate}{byUser}" });
  return (
    <span className="last-updated">
      {fill(text, {
        atDate: day === undefined ? null : fill(t({ id: "theme.lastUpdated.atDate", message: " on {date}" }), { date }),
        byUser:
          author === undefined
            ? null
            : fill(t({ id: "theme.lastUpdated.byUser", message: " by {user}" }), { user: <b>{author}</b> }),
      })}
    </span>
  );
}

/** Puts elements where a text has their names in braces. */
function fill(text: string, elements: Readonly<Record<string, ReactNode>>): ReactNode {
  return text.split(/\{(\w+)\}/).map((part, index) => (
    // Every second part is a name.
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other names
    <Fragment key={index}>{index % 2 === 0 ? part : elements[part]}</Fragment>
  ));
}
