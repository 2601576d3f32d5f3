import { join } from "node:path";
import type { Finding, LinkUse } from "../../links/use.ts";
import { WORK_FOLDER } from "../../shared/constants.ts";
import type { Site } from "../../site/model/site.ts";
import { type Answer, ask } from "./ask.ts";
import { askedBy } from "./external-uses.ts";
import { createLimiter } from "./limiter.ts";
import { type KeptAnswer, keptAnswer, readAnswers, writeAnswers } from "./store.ts";

/** Requests at once. */
const PER_HOST = 4;
const TOTAL = 32;

type Known = Pick<Answer, "state" | "why" | "fragments"> & { readonly moved?: string | undefined };

/** Asks other sites for what a site links to, each address once; answers are kept for some days. */
export async function checkExternal({ root, plan }: Site, uses: readonly LinkUse[]): Promise<Finding[]> {
  const { allowPrivate, timeout, interval, backoff } = plan.config.links.external;
  const file = join(root, WORK_FOLDER, "links.json");
  const now = Date.now();
  const kept = readAnswers(file, now);
  const limiter = createLimiter({ perHost: PER_HOST, total: TOTAL, interval });
  const known = new Map<string, Known>();
  await Promise.all(
    [...fragmentsByUrl(uses)].map(async ([url, fragments]) => {
      const old = kept.get(url);
      if (old !== undefined && isEnough(old, fragments)) return known.set(url, old);
      const answer = await ask(url, [...fragments], { allowPrivate, timeout, backoff, limiter });
      const lasting = keptAnswer(answer, now);
      if (lasting === undefined) kept.delete(url);
      else kept.set(url, lasting);
      return known.set(url, answer);
    }),
  );
  await writeAnswers(file, kept);
  return uses.flatMap((use) => findingsOf(use, known));
}

function fragmentsByUrl(uses: readonly LinkUse[]): Map<string, Set<string>> {
  const byUrl = new Map<string, Set<string>>();
  for (const use of uses) {
    const asked = askedBy(use);
    if (asked === undefined) continue;
    const fragments = byUrl.get(asked.url) ?? new Set();
    if (asked.fragment !== "") fragments.add(asked.fragment);
    byUrl.set(asked.url, fragments);
  }
  return byUrl;
}

/** A fragment that was not asked for before needs another look. */
function isEnough({ state, fragments }: KeptAnswer, wanted: ReadonlySet<string>): boolean {
  const names = Object.keys(fragments);
  return state === "broken" || [...wanted].every((fragment) => names.includes(fragment));
}

function findingsOf(use: LinkUse, known: ReadonlyMap<string, Known>): Finding[] {
  const { path, line, column, target } = use;
  const place = { path, line, column, target };
  const asked = askedBy(use);
  if (asked === undefined) {
    const message = `broken link "${target}": not an address`;
    return [{ ...place, kind: "external-broken", subject: target, message }];
  }
  const { url, fragment } = asked;
  const { state, why, fragments, moved } = known.get(url) ?? { state: "fine", why: "", fragments: {} };
  const about = { ...place, subject: url };
  switch (state) {
    case "broken":
      return [{ ...about, kind: "external-broken", message: `broken link "${target}": ${why}` }];
    case "unsure":
      return [{ ...about, kind: "external-unsure", message: `link "${target}" can't be checked: ${why}` }];
    case "private": {
      const hint = "readers can't follow it; allow it in links.external.allowPrivate, or ignore it in links.ignore";
      return [{ ...about, kind: "external-private", message: `link "${target}" is not asked for: ${why}`, hint }];
    }
    case "fine":
      return [
        ...(Object.hasOwn(fragments, fragment) && fragments[fragment] === false
          ? [
              {
                ...place,
                subject: `${url}#${fragment}`,
                kind: "external-anchor" as const,
                message: `broken link "${target}": the page has no anchor "${fragment}"`,
              },
            ]
          : []),
        ...(moved === undefined ? [] : [movedFinding(use, url, moved)]),
      ];
  }
}

function movedFinding({ path, line, column, target }: LinkUse, url: string, moved: string): Finding {
  const hash = /#.*$/s.exec(target)?.[0] ?? "";
  const to = moved.includes("#") ? moved : moved + hash;
  const message = `link "${target}" has moved for good`;
  return { path, line, column, target, kind: "external-moved", subject: url, message, hint: `write ${to}` };
}
