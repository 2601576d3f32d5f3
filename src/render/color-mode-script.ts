import type { SiteConfig } from "../config/schema.ts";
import { COLOR_MODE_STORAGE_KEY } from "../shared/constants.ts";

/**
 * The one inline script: sets the colour mode before the first paint. Where the system's preference
 * counts and nothing is chosen, no attribute is set and the style sheet follows the system.
 * The same for every page of a site, so that its hash can stand in a content security policy.
 */
export function colorModeScript(colorMode: SiteConfig["colorMode"]): string {
  const key = JSON.stringify(COLOR_MODE_STORAGE_KEY);
  const read = colorMode.disableSwitch ? `localStorage.removeItem(${key})` : `t=localStorage.getItem(${key})`;
  const fallback = colorMode.respectPrefersColorScheme ? "" : JSON.stringify(colorMode.defaultMode);
  const otherwise = fallback === "" ? "" : `else d.theme=${fallback};`;
  return `(function(){var t,d=document.documentElement.dataset;try{${read}}catch(e){}if(t==="light"||t==="dark")d.theme=t;${otherwise}})()`;
}
