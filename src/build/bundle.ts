import type { AssetUrls } from "../render/head.ts";
import type { Problem } from "../shared/problem.ts";

/** What the browser loads besides pages. */
export interface Bundle {
  readonly files: readonly { readonly file: string; readonly data: Uint8Array }[];
  /** Output file of the style sheet. */
  readonly stylesheet: string;
  /** Output file of the script. */
  readonly script: string;
  /** What kept pages written in React out of it. */
  readonly problems: readonly Problem[];
  /** What it was made of besides docgen itself, as `bundleInputs` names it. */
  readonly inputs: readonly string[];
}

/** What pages name while they are being written. */
export const DEV_BUNDLE = { stylesheet: "assets/index.css", script: "assets/boot.js" } as const;

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
