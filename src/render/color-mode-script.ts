import type { SiteConfig } from "../config/schema.ts";
import { COLOR_MODE_STORAGE_KEY } from "../shared/constants.ts";

/**
 * Inline script: sets the colour mode before the first paint. Where the system preference applies and the reader chose
 * none, no attribute is set and the style sheet follows the system. The same for every page of a site, so that one
 * hash allows it in a content security policy.
 */
export function colorModeScript(colorMode: SiteConfig["colorMode"]): string {
  const key = JSON.stringify(COLOR_MODE_STORAGE_KEY);
  const read = colorMode.disableSwitch ? `localStorage.removeItem(${key})` : `t=localStorage.getItem(${key})`;
  const fallback = colorMode.respectPrefersColorScheme ? "" : JSON.stringify(colorMode.defaultMode);
  const otherwise = fallback === "" ? "" : `else d.theme=${fallback};`;
  return `(function(){var t,d=document.documentElement.dataset;try{${read}}catch(e){}if(t==="light"||t==="dark")d.theme=t;${otherwise}})()`;
}
