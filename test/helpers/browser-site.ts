import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openBrowser } from "./browser.ts";
import { previewSite } from "./command.ts";
import { buildSite } from "./docgen.ts";

/** A built site that is served to a browser. */
export interface BrowserSite {
  browser: Browser;
  address: string;
}

/** Builds and serves a site for all tests of a file. The members are there once the tests run. */
export function browserSite(files: Parameters<typeof buildSite>[0]): Readonly<BrowserSite> {
  const site = {} as BrowserSite;
  beforeAll(async () => {
    site.address = await previewSite(await buildSite(files));
    site.browser = await openBrowser();
  });
  afterAll(() => site.browser?.close());
  return site;
}
