import { join } from "node:path";
import type { Counter } from "../../builder/stages.ts";
import type { LinkFinding, LinkUse } from "../../links/use.ts";
import { WORK_FOLDER } from "../../shared/constants.ts";
import type { Site } from "../../site/model/site.ts";
import { checkUrl, type ExternalStatus } from "./check-url.ts";
import { requestedUrl } from "./external-uses.ts";
import { createLimiter } from "./limiter.ts";
import { readFine, toFine, writeFine } from "./store.ts";

/** Maximum number of concurrent requests. */
const PER_HOST = 4;
const TOTAL = 32;

const FINE: ExternalStatus = { state: "fine", why: "", fragments: {} };

/** Checks external links, each URL once. Those that are fine are not requested again for a few days. */
export async function checkExternal(
  { root, plan }: Site,
  uses: readonly LinkUse[],
  counter: Counter,
): Promise<LinkFinding[]> {
  const { allowPrivate, timeout, interval, backoff } = plan.config.links.external;
  const file = join(root, WORK_FOLDER, "links.json");
  const now = Date.now();
  const stored = readFine(file, now);
  const limiter = createLimiter({ perHost: PER_HOST, total: TOTAL, interval });
  const known = new Map<string, ExternalStatus>();
  const asked = fragmentsByUrl(uses);
  counter.expect(asked.size);
  await Promise.all(
    [...asked].map(async ([url, fragments]) => {
      const before = stored.get(url)?.has;
      if (before !== undefined && [...fragments].every((fragment) => before.includes(fragment))) {
        counter.done("known");
        return;
      }
      const status = await checkUrl(url, [...fragments], { allowPrivate, timeout, backoff, limiter });
      counter.done(new URL(url).host);
      const fine = toFine(status, now);
      if (fine === undefined) stored.delete(url);
      else stored.set(url, fine);
      known.set(url, status);
    }),
  );
  writeFine(file, stored);
  return uses.flatMap((use) => findingsOf(use, known));
}

function fragmentsByUrl(uses: readonly LinkUse[]): Map<string, Set<string>> {
  const byUrl = new Map<string, Set<string>>();
  for (const use of uses) {
    const requested = requestedUrl(use);
    if (requested === undefined) continue;
    const fragments = byUrl.get(requested.url) ?? new Set();
    if (requested.fragment !== "") fragments.add(requested.fragment);
    byUrl.set(requested.url, fragments);
  }
  return byUrl;
}

function findingsOf(use: LinkUse, known: ReadonlyMap<string, ExternalStatus>): LinkFinding[] {
  const { path, line, column, target } = use;
  const place = { path, line, column, target };
  const requested = requestedUrl(use);
  if (requested === undefined) {
    const message = `broken link "${target}": not an address`;
    return [{ ...place, kind: "external-broken", subject: target, message }];
  }
  const { url, fragment } = requested;
  const { state, why, fragments, moved } = known.get(url) ?? FINE;
  const about = { ...place, subject: url };
  switch (state) {
    case "broken":
      return [{ ...about, kind: "external-broken", message: `broken link "${target}": ${why}` }];
    case "unsure":
      return [{ ...about, kind: "external-unsure", message: `link "${target}" can't be checked: ${why}` }];
    case "private": {
      const hint = "readers can't follow it; allow it in links.external.allowPrivate, or ignore it in links.ignore";
      return [{ ...about, kind: "external-private", message: `link "${target}" is not requested: ${why}`, hint }];
    }
    case "fine": {
      const isMissing = Object.hasOwn(fragments, fragment) && fragments[fragment] === false;
      const message = `broken link "${target}": the page has no anchor "${fragment}"`;
      const anchor: LinkFinding = { ...place, subject: `${url}#${fragment}`, kind: "external-anchor", message };
      return [...(isMissing ? [anchor] : []), ...(moved === undefined ? [] : [movedFinding(use, url, moved)])];
    }
  }
}

function movedFinding({ path, line, column, target }: LinkUse, url: string, moved: string): LinkFinding {
  const hash = /#.*$/s.exec(target)?.[0] ?? "";
  const to = moved.includes("#") ? moved : moved + hash;
  const message = `link "${target}" has moved permanently`;
  return { path, line, column, target, kind: "external-moved", subject: url, message, hint: `write ${to}` };
}
