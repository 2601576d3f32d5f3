import type { ReactNode } from "react";
import { useSite, useTranslate } from "./site-context.ts";

/** Asks whether the page was helpful, where the site wants to know; a client script sends the answer. */
export function Feedback(): ReactNode {
  const { site, page } = useSite();
  const t = useTranslate();
  if (site.feedback === undefined) return null;
  const question = t({ id: "theme.feedback.question", message: "Was this page helpful?" });
  return (
    <fieldset key={page.route} className="feedback" data-url={site.feedback} data-native="" suppressHydrationWarning>
      <legend>{question}</legend>
      <button type="button" value="true" suppressHydrationWarning>
        {t({ id: "theme.feedback.yes", message: "Yes" })}
      </button>
      <button type="button" value="false" suppressHydrationWarning>
        {t({ id: "theme.feedback.no", message: "No" })}
      </button>
      <output suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
    </fieldset>
  );
}
