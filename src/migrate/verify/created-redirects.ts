import { join } from "node:path";
import type { Mapping } from "../../content/data-file.ts";
import { collisionKey } from "../../shared/route.ts";
import type { Job } from "../job.ts";
import { list, record, texts } from "../read/config-values.ts";
import { addressOfFile, type NewFiles } from "./old-addresses.ts";

/**
 * Adds the redirects that the configuration's `createRedirects` returns for the pages of the new site.
 *
 * @returns the configuration with them
 */
export async function withCreatedRedirects(config: Mapping, built: NewFiles, job: Job): Promise<Mapping> {
  const { root, configFile, docusaurus, run, noteFile } = job;
  if (docusaurus.plugins.get("client-redirects")?.createRedirects === undefined) return config;
  const path = join(root, configFile);
  // Redirects apply to every language.
  const locales = texts(record(config.i18n).locales).filter((name) => name !== record(config.i18n).defaultLocale);
  const isTranslated = (file: string) => locales.includes(file.split("/")[0] ?? "");
  const routes = [...built].flatMap(([file, ids]) =>
    ids === undefined || isTranslated(file) ? [] : [addressOfFile(file)],
  );
  const outcome = (await run([path], path, routes)).get(path) ?? { fault: "has no result" };
  if ("fault" in outcome) {
    noteFile(configFile, "hand", `createRedirects fails: ${outcome.fault}; list its addresses in redirects`);
    return config;
  }
  const taken = new Set([...routes, ...list(config.redirects).flatMap(({ from }) => texts(from))].map(collisionKey));
  const created = list(outcome.exports).filter(({ from }) => {
    const key = collisionKey(String(from).replace(/(?<=.)\/$/, ""));
    return !taken.has(key) && taken.add(key);
  });
  noteFile(configFile, "changed", `listed the ${created.length} redirects of createRedirects`);
  return { ...config, redirects: [...list(config.redirects), ...created] };
}
