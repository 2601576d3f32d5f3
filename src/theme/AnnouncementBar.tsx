import type { ReactNode } from "react";
import { useSite, useTranslate } from "./site-context.ts";
import { writeStored } from "./storage.ts";

/** A message above the navbar, in the HTML of every page. If it was dismissed, an inline script hides it. */
export function AnnouncementBar(): ReactNode {
  const { announcement } = useSite().site;
  const t = useTranslate();
  if (announcement === undefined) return null;
  const { content, isCloseable, dismissedKey, backgroundColor, textColor } = announcement;
  return (
    <section
      className="announcement"
      aria-label={t({ id: "theme.AnnouncementBar.ariaLabel", message: "Announcement" })}
      style={{ background: backgroundColor, color: textColor }}
    >
      <p dangerouslySetInnerHTML={{ __html: content }} />
      {isCloseable ? (
        <button
          type="button"
          className="icon-button"
          aria-label={t({ id: "theme.AnnouncementBar.closeButtonAriaLabel", message: "Close announcement" })}
          onClick={() => dismiss(dismissedKey)}
        >
          <span className="icon icon-close" />
        </button>
      ) : null}
    </section>
  );
}

/** Hides the announcement, also on later visits, until its id changes. */
function dismiss(key: string): void {
  document.documentElement.dataset.announcementDismissed = "";
  writeStored("localStorage", key, "true");
}
