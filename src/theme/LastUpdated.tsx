import { Fragment, type ReactNode } from "react";
import { useDate, useTranslate } from "./site-context.ts";
import type { PageData } from "./theme-types.ts";

/** Date and author of a page's last change. */
export function LastUpdated({ day, author }: NonNullable<PageData["lastUpdate"]>): ReactNode {
  const t = useTranslate();
  const formatDate = useDate();
  const text = t({ id: "theme.lastUpdated.lastUpdatedAtBy", message: "Last updated{atDate}{byUser}" });
  const atDate = t({ id: "theme.lastUpdated.atDate", message: " on {date}" });
  const byUser = t({ id: "theme.lastUpdated.byUser", message: " by {user}" });
  return (
    <span className="last-updated">
      {interpolate(text, {
        atDate: day && interpolate(atDate, { date: <time dateTime={day}>{formatDate(day)}</time> }),
        byUser: author && interpolate(byUser, { user: <b>{author}</b> }),
      })}
    </span>
  );
}

/** Replaces placeholders `{name}` in a text by elements. */
function interpolate(text: string, elements: Readonly<Record<string, ReactNode>>): ReactNode {
  return text.split(/\{(\w+)\}/).map((part, index) => (
    // Odd parts are names.
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no ids
    <Fragment key={index}>{index % 2 === 0 ? part : elements[part]}</Fragment>
  ));
}
