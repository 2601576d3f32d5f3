import { join } from "node:path";
import type { Mapping } from "../../../content/data-file.ts";
import { createHighlighter } from "../../../highlight/highlighter.ts";
import { lineAt } from "../../../shared/line-at.ts";
import { escapePattern } from "../../../shared/text.ts";
import { PAGE_TEMPLATE } from "../../../site/pages/template-file.ts";
import type { Job, NoteSetting } from "../../job.ts";
import { STATIC, settingAddress } from "../../plan/new-paths.ts";
import { plannedText } from "../../plan/planned-files.ts";
import { readFileText } from "../../read/read-data.ts";
import { foreignSources, pageTemplate } from "./head-tags.ts";
import { putOuterRedirects } from "./outer-redirects.ts";
import { configText, siteConfig } from "./site-config.ts";
import type { PlannedFacts } from "./site-facts.ts";
import { withoutUnknown } from "./unknown-values.ts";

/**
 * Writes the configuration of the new site, and the page template if tags are added to each page.
 *
 * @param foreignSheets addresses of other sites' style sheets that the site's own import
 * @returns the value of the configuration
 */
export function rewriteSettings(job: Job, facts: PlannedFacts, foreignSheets: readonly string[]): Mapping {
  const { root, configFile, docusaurus, files, put, note } = job;
  const template = pageTemplate(docusaurus, foreignSheets);
  if (template !== undefined) put(PAGE_TEMPLATE, { text: template });
  const source = readFileText(join(root, configFile));
  const noteSetting: NoteSetting = (kind, key, message) =>
    note(configFile, { kind, line: lineOfKey(source, key), message: `${key} ${message}` });
  const linkTo = (address: string) => settingAddress(address, job);
  const { knows } = createHighlighter(async () => []);
  const settingFacts = { ...facts, sources: foreignSources(textsOf(files)), knowsLanguage: knows, linkTo, root };
  const settings = withoutUnknown(siteConfig(docusaurus, settingFacts, noteSetting), noteSetting, job);
  const config = { ...settings, redirects: putOuterRedirects(settings, settings.redirects, job) };
  putConfig(config, job);
  put(".gitignore", { text: "node_modules/\nbuild/\n.docgen/\n" });
  return config;
}

/** Writes the configuration. */
export function putConfig(config: Mapping, { files, put, noteFile }: Job): void {
  // docgen generates this file if there are redirects.
  if (config.redirects !== undefined && files.delete(`${STATIC}/_redirects`))
    noteFile("static/_redirects", "hand", "is not migrated: list its addresses in redirects of site.config.ts");
  put("site.config.ts", { text: configText(config) });
}

/** Texts of files that may load something from other sites: pages, modules, style sheets. */
function textsOf(files: Job["files"]): string[] {
  return [...files].flatMap(([path, file]) => (/\.(?:mdx?|[jt]sx|css|html)$/.test(path) ? [plannedText(file)] : []));
}

function lineOfKey(source: string, key: string): number {
  const name = `\\b${escapePattern(key.slice(key.lastIndexOf(".") + 1))}\\b`;
  // An import may have the same name.
  const at = source.search(new RegExp(`${name}["']?\\s*:`));
  return lineAt(source, at < 0 ? source.search(new RegExp(name)) : at);
}
