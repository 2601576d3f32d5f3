import type { AssetUrls } from "../../render/head.ts";

/** Files that the browser loads. */
export type BrowserFiles = readonly { readonly file: string; readonly data: Uint8Array }[];

/** What the browser loads besides pages; the same for every site. */
export interface Bundle {
  readonly files: BrowserFiles;
  /** Output file of the style sheet. */
  readonly stylesheet: string;
  /** Output file of the script. */
  readonly script: string;
  /** Output file of the script that holds React and the theme. */
  readonly shell: string;
}

/** Addresses of what a bundle wrote. @param siteData output file of the data that all pages share */
export function assetUrls(
  baseUrl: string,
  bundle: Pick<Bundle, "stylesheet" | "script">,
  siteData: string,
  mermaid: string | undefined,
): AssetUrls {
  return {
    stylesheet: baseUrl + bundle.stylesheet,
    script: baseUrl + bundle.script,
    siteData: baseUrl + siteData,
    ...(mermaid === undefined ? {} : { mermaid: baseUrl + mermaid }),
  };
}
