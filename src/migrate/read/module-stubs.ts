import fs from "node:fs";
import { runInThisContext } from "node:vm";
import matter from "gray-matter";
import yaml from "js-yaml";
import { isMapping, type Mapping } from "../../content/data-file.ts";
import { attempt } from "../../shared/attempt.ts";
import type { Lacks } from "../job.ts";
import { record } from "./config-values.ts";
import { readData } from "./read-data.ts";

/** Matches the plugin for redirects, also the path of its module. */
export const REDIRECTS = /[\\/]plugin-client-redirects(?:[\\/]|$)/;

/** Options with which plugins of the site call the plugin for redirects. */
export const redirectCalls: object[] = [];

/** Options with which plugins of the site call those for pages, with what these read. */
export const contentCalls: (readonly [kind: string, options: object])[] = [];

/** Values that a module lacks because they come from packages with stubs, with what to do, by these packages. */
export const lacks = new Map<string, Lacks>();

/** Notes that a module lacks a value; what its own modules lack is told otherwise. */
function noteLack(what: string, from: string, remedy = "or write their values"): void {
  if (!/^(?:[./]|@site\/)/.test(from)) lacks.set(what + from, { what, from, remedy });
}

/** Encloses the name of a stub in a text, and so marks what the text lacks. */
const [BEGIN, END] = ["\uE010", "\uE011"];

/** A text, such as JSON, without the marks of stubs. */
export function withoutStubs(text: string): string {
  return text.replace(new RegExp(`${BEGIN}([^${END}]*)${END}`, "g"), (_, from: string) => {
    noteLack("texts lack values that come from", from);
    return "";
  });
}

/** What functions of packages are called with, by the stubs that they return. */
const calls = new WeakMap<object, readonly unknown[]>();

/** A configuration; if a function of a package returns it, what that is called with. */
export function configIn(value: unknown): unknown {
  const parts = typeof value === "function" ? calls.get(value)?.map(configIn).filter(isMapping) : undefined;
  const from = typeof value === "function" ? String((value as unknown as { readonly $from?: unknown }).$from) : "";
  if (parts === undefined || parts.length === 0) return value;
  noteLack("the configuration lacks what it gets from", from, "or write that yourself");
  return parts.reduce(merged);
}

/** A configuration that has presets as functions of packages return them, with what these are called with. */
export function withPresets(config: unknown): unknown {
  if (!isMapping(config) || !Array.isArray(config.presets)) return config;
  const presets = config.presets.map((entry: unknown) => {
    const options = configIn(entry);
    return options === entry ? entry : [entry, options];
  });
  return { ...config, presets };
}

function merged(base: Mapping, override: Mapping): Mapping {
  const parts = Object.entries(override).map(([key, value]) => {
    const current = base[key];
    return [key, isMapping(current) && isMapping(value) ? merged(current, value) : value];
  });
  return { ...base, ...Object.fromEntries(parts) };
}

/** Functions with which configurations read data; docgen has them, or their like. */
const READERS: ReadonlyMap<string, (...values: never[]) => unknown> = new Map(
  Object.entries({
    "js-yaml.load": yaml.load,
    "js-yaml.safeLoad": yaml.load,
    "yaml.parse": yaml.load,
    "json5.parse": (text: string) => runInThisContext(`(${text})`) as unknown,
    "gray-matter": matter,
    "fs-extra.existsSync": fs.existsSync,
    "fs-extra.readFileSync": fs.readFileSync,
    "fs-extra.readdirSync": fs.readdirSync,
    "fs-extra.readJsonSync": readData,
    "fs-extra.readJSONSync": readData,
  }),
);

/** Values of packages that configurations read. */
const VALUES: Readonly<Record<string, () => unknown>> = {
  "@docusaurus/core/package.json.version": docusaurusVersion,
  "@docusaurus/utils.DOCUSAURUS_VERSION": docusaurusVersion,
  "@docusaurus/utils.GlobExcludeDefault": () =>
    ["_*.{js,jsx,ts,tsx,md,mdx}", "_*/**", "*.test.{js,jsx,ts,tsx}", "__tests__/**"].map((glob) => `**/${glob}`),
};

/** The version of Docusaurus that the site needs. */
function docusaurusVersion(): string | undefined {
  const { dependencies } = record(attempt(() => readData("package.json")));
  return /\d[\w.-]*/.exec(String(record(dependencies)["@docusaurus/core"]))?.[0];
}

/**
 * Stub for a package that is not loaded: any property and any call returns another stub.
 *
 * @param name of the package, with the properties that were read
 * @param settled what a promise gives, if the stub is one; any call may return a promise
 */
export function stub(name: string, from = name, settled?: unknown): unknown {
  const traps: ProxyHandler<() => void> = {
    get: (_, key) => {
      if (key === "__esModule") return true;
      if (key === "then") return settled && Promise.prototype.then.bind(Promise.resolve(settled));
      if (key === Symbol.iterator)
        return () => {
          noteLack("lists are empty because they come from", from);
          return [].values();
        };
      if (key === "$from") return from;
      if (key === "toJSON") return () => ({ $package: name, $from: from });
      if (key === Symbol.toPrimitive || key === "toString") return () => BEGIN + from + END;
      const member = key === "default" ? name : `${name}.${String(key)}`;
      return VALUES[member]?.() ?? stub(member, from);
    },
    apply: (_, __, args: readonly object[]) => {
      if (REDIRECTS.test(name)) redirectCalls.push(args[1] ?? {});
      const [, kind] = /[\\/]plugin-content-(docs|blog|pages)$/.exec(name) ?? [];
      if (kind !== undefined) contentCalls.push([kind, args[1] ?? {}]);
      const read = READERS.get(name);
      const answer = read && attempt(() => Reflect.apply(read, undefined, args) as unknown);
      if (answer !== undefined && answer !== null) return answer;
      const value = stub(name, from) as object;
      const result = stub(name, from, value) as object;
      if (read === undefined) for (const returned of [value, result]) calls.set(returned, args);
      return result;
    },
    construct: () => stub(name, from) as object,
    // Bundlers copy own properties of a module and find all others in its prototype.
    getPrototypeOf: () => stub(name, from) as object,
    set: () => true,
  };
  return new Proxy(nothing, traps);
}

/** Unlike an arrow function, it can be called with `new`. */
function nothing(): void {}

/** Helpers of sites that are built for readers inside a company, too: they give what the public site has. */
const PUBLIC_BUILD = {
  isInternal: () => false,
  isExternal: () => true,
  fbContent: ({ external }: { readonly external?: unknown }) =>
    typeof external === "function" ? (external as () => unknown)() : external,
  fbInternalOnly: () => [],
  FbInternalOnly: () => null,
  OssOnly: ({ children }: { readonly children?: unknown }) => children,
};

/** The stub of a package. Modules run as on a server. */
export function stubFor(name: string): unknown {
  if (/^(?:docusaurus-plugin-internaldocs-fb\/internal|internaldocs-fb-helpers)$/.test(name)) return PUBLIC_BUILD;
  if (name !== "@docusaurus/ExecutionEnvironment") return stub(name);
  const names = ["canUseDOM", "canUseEventListeners", "canUseIntersectionObserver", "canUseViewport"];
  const environment = Object.fromEntries(names.map((key) => [key, false]));
  return { ...environment, default: environment, __esModule: true };
}
