import type { SiteConfig } from "../config/schema.ts";
import { ANNOUNCEMENT_DISMISSED_KEY, ANNOUNCEMENT_ID_KEY } from "../shared/constants.ts";
import { siteKey } from "../shared/site-key.ts";
import { jsonForHtml } from "../shared/text.ts";

/**
 * Inline script: hides a dismissed announcement before the first paint. Dismissals are stored per announcement id.
 *
 * @param baseUrl of the default language
 */
export function announcementScript(announcement: SiteConfig["announcementBar"], baseUrl: string): string {
  if (announcement === undefined || !announcement.isCloseable) return "";
  const [id, idKey, dismissedKey] = [
    announcement.id,
    siteKey(ANNOUNCEMENT_ID_KEY, baseUrl),
    siteKey(ANNOUNCEMENT_DISMISSED_KEY, baseUrl),
  ].map(jsonForHtml);
  return `(function(s){try{s=localStorage;if(s.getItem(${idKey})!==${id}){s.setItem(${idKey},${id});s.setItem(${dismissedKey},"false")}if(s.getItem(${dismissedKey})==="true")document.documentElement.dataset.announcementDismissed=""}catch(e){}})()`;
}
