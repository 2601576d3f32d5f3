import type { ReactNode } from "react";
import { dismissAnnouncement } from "./announcement.ts";
import { useSite } from "./site-context.ts";

/** A message above the navbar. It is always in the page; a script hides it before the first paint for who closed it. */
export function AnnouncementBar(): ReactNode {
  const { announcement } = useSite().site;
  if (announcement === undefined) return null;
  const { content, isCloseable, backgroundColor, textColor } = announcement;
  return (
    <section
      className="announcement"
      aria-label="Announcement"
      style={{ background: backgroundColor, color: textColor }}
    >
      <p dangerouslySetInnerHTML={{ __html: content }} />
      {isCloseable ? (
        <button type="button" className="icon-button" aria-label="Close announcement" onClick={dismissAnnouncement}>
          <span className="icon icon-close" />
        </button>
      ) : null}
    </section>
  );
}
