import { ANNOUNCEMENT_DISMISSED_KEY } from "../shared/constants.ts";

/** Hides the announcement now and on later visits, until it has a new id. */
export function dismissAnnouncement(): void {
  document.documentElement.dataset.announcementDismissed = "";
  try {
    localStorage.setItem(ANNOUNCEMENT_DISMISSED_KEY, "true");
  } catch {
    // Storage is blocked or full: it stays closed on this page.
  }
}
