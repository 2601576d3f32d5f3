import type { SiteLocale } from "../config/locales.ts";
import type { SiteConfig } from "../config/schema.ts";
import { ANNOUNCEMENT_DISMISSED_KEY, ANNOUNCEMENT_ID_KEY, COLOR_MODE_STORAGE_KEY } from "../shared/constants.ts";
import { siteKey } from "../shared/site-key.ts";
import { jsonForHtml } from "../shared/text.ts";
import { PAGE_DATA_ID } from "../theme/element-ids.ts";
import { analyticsScript } from "./analytics.ts";

/** Scripts that must run before the first paint, or before anything can fail. They are the same on every page. */
export function inlineScripts(config: SiteConfig, locale: SiteLocale): string {
  // The configured base URL: that of the page includes the language's folder.
  const baseUrl = config.baseUrl.slice(0, config.baseUrl.length - locale.folder.length);
  const scripts = [
    colorModeScript(config.colorMode),
    announcementScript(config.announcementBar, baseUrl),
    baseUrlScript(baseUrl, locale),
    config.analytics === undefined ? "" : analyticsScript(config.analytics),
  ];
  return scripts.filter((script) => script !== "").join(";");
}

/**
 * Sets the colour mode before the first paint. Where the system preference applies and the reader chose
 * none, no attribute is set and the style sheet follows the system. The same for every page of a site, so that one
 * hash allows it in a content security policy.
 */
function colorModeScript(colorMode: SiteConfig["colorMode"]): string {
  const key = JSON.stringify(COLOR_MODE_STORAGE_KEY);
  const read = colorMode.disableSwitch ? `localStorage.removeItem(${key})` : `t=localStorage.getItem(${key})`;
  const fallback = colorMode.respectPrefersColorScheme ? "" : JSON.stringify(colorMode.defaultMode);
  const otherwise = fallback === "" ? "" : `else d.theme=${fallback};`;
  return `(function(){var t,d=document.documentElement.dataset;try{${read}}catch{}if(t==="light"||t==="dark")d.theme=t;${otherwise}})()`;
}

/**
 * Hides a dismissed announcement before the first paint. Dismissals are stored per announcement id.
 *
 * @param baseUrl of the default language
 */
function announcementScript(announcement: SiteConfig["announcementBar"], baseUrl: string): string {
  if (announcement === undefined || !announcement.isCloseable) return "";
  const [id, idKey, dismissedKey] = [
    announcement.id,
    siteKey(ANNOUNCEMENT_ID_KEY, baseUrl),
    siteKey(ANNOUNCEMENT_DISMISSED_KEY, baseUrl),
  ].map(jsonForHtml);
  return `(function(s){try{s=localStorage;if(s.getItem(${idKey})!==${id}){s.setItem(${idKey},${id});s.setItem(${dismissedKey},"false")}if(s.getItem(${dismissedKey})==="true")document.documentElement.dataset.announcementDismissed=""}catch{}})()`;
}

/**
 * If the client script fails to load because the site is served below another path than it was built
 * for, shows a banner with the correct base URL. Shows none if the path is right and the script is missing for another
 * reason, as after a deploy.
 */
function baseUrlScript(baseUrl: string, { folder }: SiteLocale): string {
  const base = jsonForHtml(baseUrl);
  const inside = folder === "" ? "" : `${jsonForHtml(folder)}+`;
  const suggest = `var r=${inside}JSON.parse(d.getElementById("${PAGE_DATA_ID}").textContent).route.slice(1),p=decodeURI(location.pathname).replace(/(index)?\\.html$/,"").replace(/\\/$/,""),k=r.replace(/\\/$/,"");if(!p.endsWith(k))return;p=p.slice(0,p.length-k.length).replace(/\\/*$/,"/");if(p===${base})return`;
  const words = `["Your docgen site did not load properly.","A very common reason is a wrong site baseUrl configuration.","Current configured baseUrl = "+${base}+${baseUrl === "/" ? '" (default value)"' : '""'},"We suggest trying baseUrl = "+p]`;
  const show = `var b=d.createElement("div");b.id="docgen-base-url-banner";b.setAttribute("role","alert");b.style.cssText="border:4px solid #b3261e;background:#fff;color:#1a211e;font:1rem sans-serif;margin:1rem;padding:1rem";${words}.forEach(function(t){var e=d.createElement("p");e.textContent=t;b.append(e)});d.body.prepend(b)`;
  return `(function(d){function f(){${suggest};${show}}addEventListener("error",function(e){if(e.target.dataset&&e.target.dataset.site&&location.protocol!=="file:"){d.readyState==="loading"?d.addEventListener("DOMContentLoaded",f):f()}},true)})(document)`;
}
