import type { AssetUrls } from "../../render/head.ts";

/** Files that the browser loads. */
export type BrowserFiles = readonly (readonly [file: string, data: Uint8Array])[];

/** The compiled client; the same for every site. */
export interface Bundle {
  readonly files: BrowserFiles;
  /** Output file of the style sheet. */
  readonly stylesheet: string;
  /** Output file of the script. */
  readonly script: string;
  /** Output file of the script that holds React and the theme. */
  readonly shell: string;
}

/** URLs of a bundle's files. @param siteData output file of the data shared by all pages */
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
