import { resolve } from "node:path";
import { renderApp } from "../../render/app.tsx";
import { TEMPLATES } from "../../shared/constants.ts";
import { contains, slashedPath } from "../../shared/disk-path.ts";
import { readRegular } from "../../shared/regular-file.ts";
import { componentFault } from "../../shared/user-code/component-fault.ts";
import { moduleUrl } from "../../shared/user-code/fault.ts";
import { serveTasks } from "../../shared/user-code/serve-tasks.ts";
import type { LoadInput, PageComponent, PageData, SiteData } from "../../theme/theme-types.ts";

export interface PageTask {
  /** Absolute path of the site's root. */
  readonly root: string;
  /** Path of its source. */
  readonly path: string;
  /** The bundled module; undefined: the page is written in Markdown. */
  readonly code: string | undefined;
  /** Input of rendering; without it the module is only loaded. */
  readonly render?: RenderTask | undefined;
}

export interface RenderTask {
  readonly site: SiteData;
  readonly page: PageData;
  readonly articleHtml: string;
  /** URL of the theme with the site's own components; empty for docgen's own. */
  readonly theme: string;
}

/** Properties that a React page exports. */
export interface PageExports {
  readonly title?: string;
  readonly description?: string;
  readonly scripts?: readonly string[];
  /** Result of its `load`. */
  readonly data?: unknown;
  /** Files read by it, relative to the root; absent if the page has no `load`. */
  readonly reads?: readonly string[];
}

export type PageAnswer =
  | { readonly exports: PageExports }
  | { readonly app: string }
  /** Faults of its exports. */
  | { readonly message: string; readonly hint?: string };

interface Loaded {
  readonly code: string;
  readonly module: Readonly<Record<string, unknown>>;
}

const loaded = new Map<string, Loaded>();

serveTasks(async ({ root, path, code, render }: PageTask): Promise<PageAnswer> => {
  const module = code === undefined ? undefined : await load(path, code);
  if (module === undefined) return render === undefined ? { message: "" } : { app: await app(render) };
  const fault = componentFault(module.default);
  if (fault !== undefined) return { message: fault, hint: "export the page's component as default" };
  if (render !== undefined) return { app: await app(render, module.default as PageComponent) };
  const { title, description, scripts } = module;
  for (const [name, value] of Object.entries({ title, description })) {
    if (value !== undefined && typeof value !== "string") return { message: `exports a ${name} that is not a string` };
  }
  if (scripts !== undefined && !(Array.isArray(scripts) && scripts.every((name) => typeof name === "string"))) {
    return { message: "exports scripts, which must be a list of names" };
  }
  const lost = WITHOUT_EFFECT.find((name) => name in module);
  if (lost !== undefined) {
    const hint =
      "a React page can export title, description, scripts and load; start the name of a file that is not a page with _, such as _like-this.tsx";
    return { message: `exports ${lost}, which has no effect`, hint };
  }
  if (module.load === undefined) return { exports: plain({ title, description, scripts }) };
  if (typeof module.load !== "function") return { message: "exports load, which must be a function" };
  const given = await loadData(root, module.load as Load);
  try {
    return { exports: plain({ title, description, scripts, ...given }) };
  } catch (error) {
    const [reason = ""] = (error as Error).message.split("\n");
    return {
      message: `load() returns a value that JSON can't represent: ${reason}`,
      hint: "return strings, numbers, arrays and objects",
    };
  }
});

/**
 * Front matter keys of Markdown pages that control publishing. Exported by a React page, they have no effect: it would
 * be published anyway.
 */
const WITHOUT_EFFECT = ["draft", "unlisted", "slug"];

type Load = (given: LoadInput) => unknown;

function plain(exports: object): PageExports {
  return JSON.parse(JSON.stringify(exports)) as PageExports;
}

async function loadData(root: string, load: Load): Promise<Pick<PageExports, "data" | "reads">> {
  const reads: string[] = [];
  const input: LoadInput = {
    read: (path) => {
      const file = resolve(root, path);
      if (!contains(root, file)) throw new Error(`read("${path}"): the file is outside the site's root`);
      reads.push(slashedPath(root, file));
      return readRegular(file).toString("utf8");
    },
  };
  return { data: await load(input), reads };
}

async function app({ site, page, articleHtml, theme }: RenderTask, Page?: PageComponent): Promise<string> {
  const render = theme === "" ? renderApp : ((await load(TEMPLATES, theme)).renderApp as typeof renderApp);
  return render(site, page, articleHtml, Page);
}

async function load(name: string, code: string): Promise<Loaded["module"]> {
  const known = loaded.get(name);
  if (known?.code === code) return known.module;
  const module = (await import(moduleUrl(name, code))) as Loaded["module"];
  loaded.set(name, { code, module });
  return module;
}
