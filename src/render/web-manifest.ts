import type { SiteConfig } from "../config/schema.ts";

/** File name of the web manifest. */
export const WEB_MANIFEST = "manifest.webmanifest";

/** The web manifest, for installing the site as an app. @param icons addresses and sizes */
export function renderWebManifest(
  { title, description, baseUrl, webManifest }: SiteConfig,
  lang: string,
  icons: readonly { readonly src: string; readonly sizes: string; readonly type: string; readonly purpose?: string }[],
): string {
  const { shortName, themeColor, backgroundColor, display } = webManifest === false ? {} : webManifest;
  const value = {
    name: title,
    short_name: shortName ?? title,
    description: description || undefined,
    lang,
    id: baseUrl,
    start_url: baseUrl,
    scope: baseUrl,
    display: display ?? "minimal-ui",
    background_color: backgroundColor,
    theme_color: themeColor,
    icons,
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}
