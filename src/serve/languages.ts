import type { SiteOptions } from "../build/site.ts";
import type { SiteLocale } from "../config/locales.ts";
import { type Answer, plainAnswer } from "../shared/http.ts";
import type { BundledPart, ClientChange } from "./client-files.ts";
import { createDevSite, type DevHost, type DevInputs, type DevSite, type Edits } from "./dev-site.ts";
import type { View } from "./views.ts";

/** A site in all its languages; those besides the default one are read when they are first asked for. */
export interface Languages {
  /** Answers for a path of the server. */
  readonly answer: (path: string) => Promise<Answer | undefined>;
  /** The page at such a path; undefined outside the site. */
  readonly view: (path: string) => Promise<View | undefined>;
  readonly takeTexts: (paths: readonly string[]) => boolean;
  readonly read: (inputs: DevInputs, edits: Edits) => Promise<void>;
  readonly bundle: (part: BundledPart) => Promise<ClientChange>;
  readonly isModule: (path: string) => boolean;
  readonly uses: (path: string) => boolean;
  readonly step: () => Promise<"more" | "done">;
}

/** Reads the default language. */
export async function createLanguages(options: SiteOptions, first: DevInputs, host: DevHost): Promise<Languages> {
  let inputs = first;
  const main = await createDevSite(options, first, host);
  const others = new Map<string, DevSite>();
  const reading = new Map<string, Promise<DevSite>>();
  const all = () => [main, ...others.values()];

  const other = ({ name }: SiteLocale): Promise<DevSite> => {
    const known =
      reading.get(name) ?? createDevSite({ ...options, locale: name }, inputs, { ...host, looking: undefined });
    reading.set(name, known);
    known.then(
      (site) => others.set(name, site),
      () => reading.delete(name),
    );
    return known;
  };
  /** The language that a path belongs to, and the path inside it. */
  const find = async (path: string): Promise<{ site: DevSite; inside: string } | undefined> => {
    const { plan } = main.site();
    const { baseUrl } = plan.config;
    if (!path.startsWith(baseUrl)) return undefined;
    const inside = path.slice(baseUrl.length);
    const locale = plan.locales.find(({ isDefault, folder }) => !isDefault && `${inside}/`.startsWith(folder));
    if (locale === undefined) return { site: main, inside };
    return { site: await other(locale), inside: inside.slice(locale.folder.length) };
  };
  return {
    answer: async (path) => {
      const found = await find(path);
      if (found !== undefined) return found.site.answer(found.inside);
      const { baseUrl } = main.site().plan.config;
      const isNear = `${path}/` === baseUrl || path === "/";
      return isNear ? { ...plainAnswer(302, ""), headers: { Location: baseUrl } } : undefined;
    },
    view: async (path) => {
      const found = await find(path);
      return found?.site.view(found.inside);
    },
    // What is just being read may have missed them.
    takeTexts: (paths) => reading.size === others.size && all().every((site) => site.takeTexts(paths)),
    read: async (next, edits) => {
      // A language that can't be read keeps nothing from the others.
      await Promise.allSettled(reading.values());
      for (const site of all()) await site.read(next, edits);
      inputs = next;
    },
    bundle: async (part) => {
      const changes = await Promise.all(all().map((site) => site.bundle(part)));
      return changes.find((change) => change === "client") ?? changes.find((change) => change === "styles") ?? "none";
    },
    isModule: (path) => all().some((site) => site.isModule(path)),
    uses: (path) => all().some((site) => site.uses(path)),
    step: async () => {
      for (const site of all()) if ((await site.step()) === "more") return "more";
      return "done";
    },
  };
}
