import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { type Extensions, extensionsOf, type Finding, type SiteView } from "../../config/extensions.ts";
import { PLAIN_HIGHLIGHTER } from "../../highlight/highlighter.ts";
import {
  finishPage,
  type HighlightedCode,
  type PageCompiler,
  type PageText,
  type ParsedPage,
  parsePage,
} from "../../markdown/compile.ts";
import type { CompiledDocument } from "../../markdown/document.ts";
import type { ComponentCall, ComponentKind } from "../../markdown/env.ts";
import { headingOf } from "../../markdown/read-heading.ts";
import { islandPrefix } from "../../markdown/render-tokens.ts";
import { ISLAND_CONTENT } from "../../shared/constants.ts";
import { componentFault } from "../../shared/user-code/component-fault.ts";
import { inspectShort, moduleUrl, ownerIn, thrownText } from "../../shared/user-code/fault.ts";
import { serveTasks } from "../../shared/user-code/serve-tasks.ts";
import { createCompiler, type Dialect } from "../pages/compile-pages.ts";

/** A module of the site, and its name in stack traces. */
export interface SiteModule {
  readonly name: string;
  /** The bundled module. */
  readonly code: string;
}

/** The site's code that is used to compile its pages. */
export interface SiteCode {
  readonly config: SiteModule;
  /** See `RunnableCode`. */
  readonly isConstant: boolean;
  /** Components by tag. `client` tells when the component starts in the browser; undefined if it doesn't. */
  readonly components: readonly (SiteModule & { readonly tag: string; readonly client: string | undefined })[];
}

export interface SiteCompiler extends SiteCode {
  readonly dialect: Dialect;
}

export type ExtensionTask =
  | { readonly kind: "parse"; readonly compiler: SiteCompiler; readonly text: PageText }
  | { readonly kind: "heading"; readonly compiler: SiteCompiler; readonly text: PageText }
  /** `parsed` is the number in the answer to `parse`. */
  | { readonly kind: "finish"; readonly parsed: number; readonly code: HighlightedCode }
  | { readonly kind: "check"; readonly config: SiteModule; readonly index: number; readonly site: SiteView }
  | { readonly kind: "output"; readonly config: SiteModule; readonly index: number; readonly site: SiteView };

export type ExtensionAnswer =
  /** A plugin that throws while it is added, or a component while its module is loaded. */
  | { readonly kind: "unloadable"; readonly owner: string; readonly message: string; readonly stack: string }
  /** A module that exports no component. */
  | { readonly kind: "faulty"; readonly path: string; readonly message: string; readonly hint: string }
  /** The parsed page waits for its highlighted code; `parsed` identifies it. */
  | { readonly kind: "parse"; readonly parsed: number; readonly blocks: ParsedPage["blocks"] }
  | { readonly kind: "heading"; readonly heading: string | undefined }
  /** The document is missing if the thread that parsed the page is gone. */
  | { readonly kind: "finish"; readonly document?: CompiledDocument }
  | { readonly kind: "check"; readonly findings: readonly Finding[] }
  | { readonly kind: "output"; readonly files: readonly (readonly [file: string, data: string | Uint8Array])[] };

const modules = new Map<string, Promise<Readonly<Record<string, unknown>>>>();
const compilers = new Map<string, Promise<PageCompiler>>();
const waiting = new Map<number, { readonly page: ParsedPage; readonly compiler: PageCompiler }>();
let pages = 0;

serveTasks(async (task: ExtensionTask): Promise<ExtensionAnswer> => {
  switch (task.kind) {
    case "parse": {
      const compiler = await compilerOf(task.compiler);
      if ("kind" in compiler) return compiler;
      const page = parsePage(task.text, compiler);
      pages++;
      waiting.set(pages, { page, compiler });
      return { kind: "parse", parsed: pages, blocks: page.blocks };
    }
    case "heading": {
      const compiler = await compilerOf(task.compiler);
      return "kind" in compiler ? compiler : { kind: "heading", heading: headingOf(task.text, compiler) };
    }
    case "finish": {
      const found = waiting.get(task.parsed);
      waiting.delete(task.parsed);
      if (found === undefined) return { kind: "finish" };
      return { kind: "finish", document: finishPage(found.page, task.code, found.compiler) };
    }
    case "check": {
      const check = (await extensions(task.config)).checks[task.index];
      return { kind: "check", findings: findingsOf(await check?.run(task.site)) };
    }
    case "output": {
      const output = (await extensions(task.config)).outputs[task.index];
      const files: (readonly [string, string | Uint8Array])[] = [];
      for (const file of namesOf(await output?.files(task.site))) {
        files.push([file, dataOf(file, await output?.make(task.site, file))]);
      }
      return { kind: "output", files };
    }
  }
});

/** The compiler with the site's code, or the fault that prevents it: the same for all pages. */
async function compilerOf(site: SiteCompiler): Promise<PageCompiler | ExtensionAnswer> {
  const key = JSON.stringify(site);
  try {
    for (const component of site.components) {
      const message = componentFault((await load(component)).default);
      const hint = "export the component as default";
      if (message !== undefined) return { kind: "faulty", path: component.name, message, hint };
    }
    const compiler = compilers.get(key) ?? createSiteCompiler(site);
    compilers.set(key, compiler);
    return await compiler;
  } catch (thrown) {
    return { kind: "unloadable", owner: site.config.name, ...thrownText(thrown) };
  }
}

function load({ name, code }: SiteModule): Promise<Readonly<Record<string, unknown>>> {
  const key = `${name}\n${code}`;
  const module = modules.get(key) ?? (import(moduleUrl(name, code)) as Promise<Readonly<Record<string, unknown>>>);
  modules.set(key, module);
  return module;
}

async function extensions(config: SiteModule): Promise<Extensions> {
  return extensionsOf((await load(config)).default);
}

async function createSiteCompiler({ dialect, config, components }: SiteCompiler): Promise<PageCompiler> {
  const compiler = await createCompiler(dialect, PLAIN_HIGHLIGHTER);
  for (const plugin of (await extensions(config)).plugins) {
    if (typeof plugin === "function") plugin(compiler.parser);
    else {
      const [add, ...options] = plugin;
      add(compiler.parser, ...(options as never[]));
    }
  }
  const own = new Map<string, (call: ComponentCall) => string>();
  for (const component of components) {
    const { default: exported } = await load(component);
    own.set(component.tag, (call) => renderOwn(component, exported as FunctionComponent, call));
  }
  return {
    ...compiler,
    components: new Map<string, ComponentKind>([
      ...components.map(({ tag, client }) => [tag, { client }] as const),
      ...compiler.components,
    ]),
    renderComponent: (call) => own.get(call.name)?.(call) ?? compiler.renderComponent(call),
  };
}

/** Placeholder for a component's content during rendering. Private-use characters, which pages don't contain. */
const CONTENT = "\u{F0000}content\u{F0001}";

/** Renders a component of the site. @throws what it throws, with the place of its tag in the message */
function renderOwn(
  { name, client }: SiteCode["components"][number],
  component: FunctionComponent,
  call: ComponentCall,
): string {
  try {
    return render(component, call, client !== undefined);
  } catch (thrown) {
    const { message, stack } = thrownText(thrown);
    const from = ownerIn(stack) === undefined ? ` of ${name},` : "";
    throw Object.assign(new Error(`${message} (<${call.name}>${from} at ${call.path}:${call.line})`), { stack });
  }
}

/** Renders a component to HTML. An island's content is in an element of its own, for hydration. */
function render(component: FunctionComponent, call: ComponentCall, isIsland: boolean): string {
  const { props, html, number } = call;
  const isEmpty = html.trim() === "";
  if (isIsland) {
    const content = createElement(ISLAND_CONTENT, { dangerouslySetInnerHTML: { __html: html } });
    const element = createElement(component, props, ...(isEmpty ? [] : [content]));
    return renderToString(element, { identifierPrefix: islandPrefix(number) });
  }
  const element = createElement(component, props, ...(isEmpty ? [] : [CONTENT]));
  return renderToStaticMarkup(element).replaceAll(CONTENT, () => html);
}

/** Copies only the fields of findings: others may have values that can't be sent to another thread. */
function findingsOf(value: unknown): readonly Finding[] {
  if (!Array.isArray(value)) throw new TypeError("did not return a list of findings");
  return (value as readonly Partial<Finding>[]).map((one) => {
    const { path, line = 1, column = 1, message, hint } = one ?? {};
    const wrong = (what: string) => new TypeError(`returned a finding ${what}: ${inspectShort(one)}`);
    if (!isText(path) || !isText(message)) throw wrong("without path and message");
    if (![line, column].every((place) => Number.isInteger(place) && place > 0)) {
      throw wrong("whose line or column is not a whole number from 1");
    }
    if (hint !== undefined && !isText(hint)) throw wrong("whose hint is not a string");
    return { path, line, column, message, ...(hint === undefined ? {} : { hint }) };
  });
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function namesOf(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.every((name) => typeof name === "string")) return value;
  throw new TypeError("did not return a list of file names");
}

function dataOf(file: string, data: unknown): string | Uint8Array {
  if (typeof data === "string" || data instanceof Uint8Array) return data;
  throw new TypeError(`returned neither text nor bytes for ${file}`);
}
