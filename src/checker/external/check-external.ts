import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import type { Counter } from "../../builder/stages.ts";
import type { LinkFinding, LinkUse } from "../../links/use.ts";
import { attempt } from "../../shared/attempt.ts";
import { WORK_FOLDER } from "../../shared/constants.ts";
import { groupBy } from "../../shared/group-by.ts";
import { readOwnFile, replaceOwnFile } from "../../shared/own-file.ts";
import type { Site } from "../../site/model/site.ts";
import { createUrlCheck, type ExternalStatus } from "./check-url.ts";

/** Time for which a URL that was fine isn't requested again, in milliseconds. */
const KEPT_MS = 7 * 86_400_000;
/** URLs that were fine: when that was, in milliseconds since 1970, and the fragments that their pages have. */
const fineUrls = v.record(v.string(), v.object({ at: v.number(), has: v.array(v.string()) }));

const PRIVATE_HINT = "readers can't follow it; allow it in links.external.allowPrivate, or ignore it in links.ignore";

/** Checks external links, each URL once. Those that are fine are not requested again for a few days. */
export async function checkExternal(
  { root, plan }: Site,
  uses: readonly LinkUse[],
  counter: Counter,
): Promise<LinkFinding[]> {
  const file = join(root, WORK_FOLDER, "links.json");
  const now = Date.now();
  const stored = attempt(() => v.parse(fineUrls, JSON.parse(readOwnFile(file).toString("utf8")))) ?? {};
  const fine = new Map(Object.entries(stored).filter(([, { at }]) => now - at < KEPT_MS && at <= now));
  const checkUrl = createUrlCheck(plan.config.links.external);
  const check = async (url: string, links: readonly LinkUse[]): Promise<LinkFinding[]> => {
    const has = [...new Set(links.map((link) => addressOf(link).fragment))].filter((fragment) => fragment !== "");
    const isKnown = fine.has(url) && has.every((fragment) => fine.get(url)?.has.includes(fragment));
    const status: ExternalStatus = isKnown ? { state: "fine" } : await checkUrl(url, has);
    counter.done(isKnown ? "known" : url);
    const findings = links.flatMap((link) => findingsOf(link, status));
    // What is reported may be repaired, or be the fault of this machine's network: it is requested in each run.
    if (findings.length > 0) fine.delete(url);
    else if (!isKnown) fine.set(url, { at: now, has });
    return findings;
  };
  const byUrl = groupBy(uses, (use) => addressOf(use).url);
  counter.expect(byUrl.size);
  const findings = await Promise.all([...byUrl].map(([url, links]) => check(url, links)));
  attempt(() => {
    mkdirSync(dirname(file), { recursive: true });
    replaceOwnFile(file, JSON.stringify(Object.fromEntries([...fine].sort(([a], [b]) => (a < b ? -1 : 1)))));
  });
  return findings.flat();
}

/** The URL to request for a link, and the fragment to find in the page; empty for none. */
function addressOf({ target }: LinkUse): { readonly url: string; readonly fragment: string } {
  const address = target.replace(/^(?=\/\/)/, "https:");
  const url = attempt(() => new URL(address));
  if (url === undefined) return { url: address, fragment: "" };
  const text = url.hash.slice(1).replace(/:~:.*$/s, "");
  url.hash = "";
  // Routes of an app and lines of a source file are no ids.
  const isId = text !== "top" && !/^[/!]|^L\d+/.test(text);
  return { url: url.href, fragment: isId ? (attempt(() => decodeURIComponent(text)) ?? text) : "" };
}

function findingsOf(use: LinkUse, { state, why, moved, missing = [] }: ExternalStatus): LinkFinding[] {
  const { path, line, column, target } = use;
  const { url, fragment } = addressOf(use);
  const about = { path, line, column, target, subject: url };
  const faults = {
    broken: { message: `broken link "${target}": ${why}` },
    unsure: { message: `link "${target}" can't be checked: ${why}` },
    private: { message: `link "${target}" was not requested: ${why}`, hint: PRIVATE_HINT },
  };
  if (state !== "fine") return [{ ...about, kind: `external-${state}`, ...faults[state] }];
  const findings: LinkFinding[] = [];
  if (missing.includes(fragment)) {
    const message = `broken link "${target}": the page has no anchor "${fragment}"`;
    findings.push({ ...about, kind: "external-anchor", subject: `${url}#${fragment}`, message });
  }
  if (moved !== undefined) {
    const hint = `write ${moved}${moved.includes("#") ? "" : (/#.*$/s.exec(target)?.[0] ?? "")}`;
    findings.push({ ...about, kind: "external-moved", message: `link "${target}" has moved permanently`, hint });
  }
  return findings;
}
