import { LIVE_FRAME_META } from "../../shared/constants.ts";

/** Address of the page that samples run in, as the head of every page with samples names it. */
export function frameAddress(): string {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${LIVE_FRAME_META}"]`);
  return new URL(meta?.content ?? "", location.href).href;
}

/** The site's own base URL, absolute, with a slash at its end: scripts lie in `assets/`, directly below it. */
export const SITE_ADDRESS: string = new URL("../", import.meta.url).href;
