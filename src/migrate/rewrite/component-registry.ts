import { existsSync } from "node:fs";
import { join } from "node:path";
import { relativePath } from "../../links/rewrite.ts";
import { PAGE_COMPONENTS } from "../../render/page.tsx";
import { attempt } from "../../shared/attempt.ts";
import type { Job } from "../job.ts";
import { freeName, putFree } from "../plan/new-paths.ts";
import { sitePath } from "../read/config-values.ts";
import { parseModule } from "../read/parse-mdx.ts";
import { capitalized } from "./page/html-text.ts";
import type { Modules } from "./react-modules.ts";
import type { Component } from "./settings/site-facts.ts";

/** Makes components of the new site. */
export interface SiteComponents {
  /** Makes a component of the site from a module's export. @returns its tag; undefined if docgen lacks an import */
  readonly component: (name: string, path: string, exported: string) => string | undefined;
  /** Creates a component from JSX code. @param from page that contains it @returns its tag */
  readonly part: (code: string, from: string, name?: string) => string | undefined;
  /** Components of the site by tag. */
  readonly components: ReadonlyMap<string, Component>;
}

/** @param modules moves the components' modules */
export function createComponents({ root, files, put }: Job, { move, rewrite, live }: Modules): SiteComponents {
  const components = new Map<string, Component>();
  /** Registers a module, with a number in its tag if that is taken. @returns the tag */
  const register = (stem: string, target: string, isNumbered = false): string => {
    const component: Component = live.has(target) ? { path: `./${target}`, client: "visible" as const } : `./${target}`;
    const isFree = (tag: string) => JSON.stringify(components.get(tag) ?? component) === JSON.stringify(component);
    const tag = freeName(stem, isFree, isNumbered);
    components.set(tag, component);
    return tag;
  };

  const component: SiteComponents["component"] = (name, path, exported) => {
    const target = move(path);
    if (target === undefined || exported === "*" || !/\.[jt]sx?$/.test(target)) return undefined;
    if (exported === "default") return register(tagFor(name), target);
    const wanted = `src/components/${withoutEnding(target).replaceAll("/", "-")}-${exported}.jsx`;
    const text = `export { ${exported} as default } from "${relativePath(wanted, target)}";\n`;
    const wrapper = putFree(wanted, text, { files, put });
    if (live.has(target)) live.add(wrapper);
    return register(tagFor(name), wrapper);
  };

  const parts = new Map<string, string>();
  const part: SiteComponents["part"] = (code, from, name) => {
    const stem = name === undefined ? `${pageName(sitePath(from, root))}Part` : tagFor(name);
    // Neither a file of the new site nor a module of the old one that moves has the path.
    const isFree = (path: string) =>
      !files.has(`${path}.jsx`) && !["js", "jsx"].some((ending) => existsSync(join(root, `${path}.${ending}`)));
    const target = `${freeName(`src/components/${stem}`, isFree, name === undefined)}.jsx`;
    // Text in Markdown may not be valid JSX.
    const isModule = attempt(() => parseModule(code)) !== undefined;
    const text = isModule ? rewrite(code, from, target).text : undefined;
    if (text === undefined) return undefined;
    // The same code is the same component, whatever page it is of.
    const identity = JSON.stringify([text, name]);
    const existing = parts.get(identity);
    if (existing !== undefined) return existing;
    put(target, { text });
    const tag = register(stem, target, name === undefined);
    parts.set(identity, tag);
    return tag;
  };
  return { component, part, components };
}

/** The name of a page as the beginning of a tag: `GuideStart`. */
function pageName(path: string): string {
  const words = withoutEnding(path)
    .split(/[^A-Za-z0-9]+/)
    .slice(-2);
  return words.map(capitalized).join("").replace(/^\d+/, "");
}

/** A tag of docgen for a component: with a capital letter and a small one, and not the name of one of docgen's own. */
function tagFor(name: string): string {
  const word = capitalized(name.replace(/\W+/g, ""));
  return PAGE_COMPONENTS.has(word) || !/[a-z]/.test(word) ? `Site${word}` : word;
}

function withoutEnding(path: string): string {
  return path.replace(/\.\w+$/, "");
}
