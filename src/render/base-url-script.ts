import type { SiteLocale } from "../config/locales.ts";
import { jsonForHtml } from "../shared/text.ts";
import { PAGE_DATA_ID } from "../theme/element-ids.ts";

/**
 * Inline script: if the client script fails to load because the site is served below another path than it was built
 * for, shows a banner with the correct base URL. Shows none if the path is right and the script is missing for another
 * reason, as after a deploy.
 */
export function baseUrlScript(baseUrl: string, { folder }: SiteLocale): string {
  const base = jsonForHtml(baseUrl);
  const inside = folder === "" ? "" : `${jsonForHtml(folder)}+`;
  const suggest = `var r=${inside}JSON.parse(d.getElementById("${PAGE_DATA_ID}").textContent).route.slice(1),p=decodeURI(location.pathname).replace(/(index)?\\.html$/,"").replace(/\\/$/,""),k=r.replace(/\\/$/,"");if(!p.endsWith(k))return;p=p.slice(0,p.length-k.length).replace(/\\/*$/,"/");if(p===${base})return`;
  const words = `["Your docgen site did not load properly.","A very common reason is a wrong site baseUrl configuration.","Current configured baseUrl = "+${base}+${baseUrl === "/" ? '" (default value)"' : '""'},"We suggest trying baseUrl = "+p]`;
  const show = `var b=d.createElement("div");b.id="docgen-base-url-banner";b.setAttribute("role","alert");b.style.cssText="border:4px solid #b3261e;background:#fff;color:#1a211e;font:1rem sans-serif;margin:1rem;padding:1rem";${words}.forEach(function(t){var e=d.createElement("p");e.textContent=t;b.append(e)});d.body.prepend(b)`;
  return `(function(d){function f(){${suggest};${show}}addEventListener("error",function(e){if(e.target.dataset&&e.target.dataset.site&&location.protocol!=="file:"){d.readyState==="loading"?d.addEventListener("DOMContentLoaded",f):f()}},true)})(document)`;
}
