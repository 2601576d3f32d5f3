import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { type Extensions, extensionsOf, type Finding, type SiteView } from "../../config/extensions.ts";
import { PLAIN_HIGHLIGHTER } from "../../highlight/highlighter.ts";
import { finishPage, headingOf, type ParsedPage, parsePage } from "../../markdown/compile.ts";
import type { ComponentCall, ComponentKind, PageCompiler } from "../../markdown/env.ts";
import { islandPrefix } from "../../markdown/render-tokens.ts";
import { renderApp, withoutPreloads } from "../../render/app.tsx";
import { ISLAND_CONTENT } from "../../shared/constants.ts";
import { unescapeCode } from "../../shared/text.ts";
import type { Texts } from "../../shared/translate.ts";
import { CodeFailure, faultOf, inspectShort, moduleUrl, ownerIn, thrownText } from "../../shared/user-code/fault.ts";
import { serveTasks } from "../../shared/user-code/serve-tasks.ts";
import { type ComponentLanguage, LanguageContext } from "../../theme/site-context.ts";
import type { PageComponent } from "../../theme/theme-types.ts";
import { createCompiler } from "./dialect.ts";
import { type Exports, exportsOf, runMaker, unusable } from "./run-site-code.ts";
import type { JobCall, SiteCode, SiteCompiler, SiteJobs, SiteModule } from "./site-jobs.ts";

/** Loaded modules by name: a thread only runs one version of each. */
const modules = new Map<string, Promise<Exports>>();
const compilers = new Map<string, Promise<PageCompiler>>();
const waiting = new Map<number, { readonly page: ParsedPage; readonly compiler: PageCompiler }>();
let pages = 0;

const JOBS: SiteJobs = {
  parse: async ({ compiler: site, text }) => {
    const compiler = await compilerOf(site);
    const page = parsePage(text, compiler);
    pages++;
    waiting.set(pages, { page, compiler });
    return { parsed: pages, blocks: page.blocks };
  },
  heading: async ({ compiler, text }) => headingOf(text, await compilerOf(compiler)),
  finish: async ({ parsed, code }) => {
    const waitingPage = waiting.get(parsed);
    waiting.delete(parsed);
    return waitingPage && finishPage(waitingPage.page, code, waitingPage.compiler);
  },
  check: async ({ config, index, site }) => {
    return findingsOf(await (await extensions(config)).checks[index]?.run(site as SiteView));
  },
  takesSite: async ({ config, index }) => {
    const output = (await extensions(config)).outputs[index];
    return output !== undefined && output.files.length + output.make.length > 0;
  },
  output: async ({ config, index, site: taken }) => {
    // Code that gets at it without a parameter fails, rather than make files that are stale later.
    const site = taken as SiteView;
    const output = (await extensions(config)).outputs[index];
    const files: (readonly [string, string | Uint8Array])[] = [];
    for (const file of namesOf(await output?.files(site))) {
      files.push([file, dataOf(file, await output?.make(site, file))]);
    }
    return files;
  },
  make: async ({ config, index, root }) => runMaker((await extensions(config)).pages[index], root, config.name),
  exports: async ({ root, page }) => {
    await componentOf(page, "page's component");
    return exportsOf(root, page.name, await load(page));
  },
  render: async ({ site, page, articleHtml, theme, component }) => {
    const Page = component && (await componentOf(component, "page's component"));
    const render = theme === undefined ? renderApp : ((await load(theme)).renderApp as typeof renderApp);
    return render(site, page, articleHtml, Page as PageComponent | undefined);
  },
};

serveTasks(async ({ job, input }: JobCall): Promise<unknown> => JOBS[job](input as never));

function load({ name, code }: SiteModule): Promise<Exports> {
  const module = modules.get(name) ?? (import(moduleUrl(name, code)) as Promise<Exports>);
  modules.set(name, module);
  return module;
}

async function extensions(config: SiteModule): Promise<Extensions> {
  return extensionsOf((await load(config)).default);
}

/** Type tags of the objects that React's `memo` and `forwardRef` return. */
const WRAPPED: readonly unknown[] = [Symbol.for("react.memo"), Symbol.for("react.forward_ref")];

/** The component that a module exports. @param what it is @throws CodeFailure if it exports none */
async function componentOf(module: SiteModule, what = "component"): Promise<FunctionComponent> {
  const { default: exported } = await load(module);
  const { $$typeof } = (exported ?? {}) as { readonly $$typeof?: unknown };
  if (typeof exported === "function" || WRAPPED.includes($$typeof)) return exported as FunctionComponent;
  const message = exported === undefined ? "has no default export" : "has a default export that is not a component";
  throw unusable(module.name, message, `export the ${what} as default`);
}

/** The compiler with the site's code. @throws CodeFailure that is the same for all pages */
function compilerOf(site: SiteCompiler): Promise<PageCompiler> {
  const key = JSON.stringify(site, (name, value) => (name === "code" ? undefined : value));
  const compiler = compilers.get(key) ?? createSiteCompiler(site);
  compilers.set(key, compiler);
  return compiler.catch((thrown: unknown) => {
    const during = { what: "a plugin or component", doing: "loaded" };
    throw new CodeFailure({ ...faultOf(site.config.name, thrown), during });
  });
}

async function createSiteCompiler({ dialect, locale, config, components }: SiteCompiler): Promise<PageCompiler> {
  const { texts, baseUrl } = dialect;
  const renderers = new Map<string, (call: ComponentCall) => string>();
  for (const component of components) {
    const exported = await componentOf(component);
    renderers.set(component.tag, (call) => renderOwn(component, exported, call, { locale, texts, baseUrl }));
  }
  const compiler = await createCompiler(dialect, PLAIN_HIGHLIGHTER);
  for (const [index, plugin] of (await extensions(config)).plugins.entries()) {
    const [add, ...options] = typeof plugin === "function" ? [plugin] : plugin;
    const before = { ...compiler.parser.renderer.rules };
    const added: unknown = add(compiler.parser, ...(options as never[]));
    if (added instanceof Promise) {
      added.catch(() => {});
      const hint = "await what it needs at the top level of site.config.ts, and pass that on as an option";
      throw unusable(config.name, `has an async plugin, markdown.plugins[${index}], which pages don't wait for`, hint);
    }
    checkRules(compiler.parser, before);
  }
  return {
    ...compiler,
    components: new Map<string, ComponentKind>([
      ...components.map(({ tag, client, code }): [string, ComponentKind] => {
        return [tag, client === undefined ? {} : { client, language: { locale, texts: textsIn(code, texts) } }];
      }),
      ...compiler.components,
    ]),
    renderComponent: (call) => renderers.get(call.name)?.(call) ?? compiler.renderComponent(call),
  };
}

/** Makes rules that a plugin has added throw if they return no HTML: pages would show "undefined". */
function checkRules(
  { renderer: { rules } }: PageCompiler["parser"],
  before: PageCompiler["parser"]["renderer"]["rules"],
) {
  for (const [name, rule] of Object.entries(rules)) {
    if (rule === undefined || rule === before[name]) continue;
    rules[name] = (...input) => {
      const html: unknown = rule.apply(rules, input);
      if (typeof html === "string") return html;
      throw new TypeError(`renderer.rules.${name} returns ${inspectShort(html)} in place of HTML`);
    };
  }
}

/** The texts whose id or message is written in a bundle: those that a component may show in the browser. */
function textsIn(code: string, texts: Texts): Texts {
  const plain = unescapeCode(code);
  return Object.fromEntries(Object.entries(texts).filter(([key]) => plain.includes(key)));
}

/** Placeholder for a component's content during rendering. Private-use characters, which pages don't contain. */
const CONTENT = "\u{F0000}content\u{F0001}";

/** Renders a component of the site. @throws what it throws, with the place of its tag in the message */
function renderOwn(
  { name, client }: SiteCode["components"][number],
  component: FunctionComponent,
  call: ComponentCall,
  language: ComponentLanguage,
): string {
  try {
    return render(component, call, client !== undefined, language);
  } catch (thrown) {
    const { message, stack } = thrownText(thrown);
    const from = ownerIn(stack) === undefined ? ` of ${name},` : "";
    throw Object.assign(new Error(`${message} (<${call.name}>${from} at ${call.path}:${call.line})`), { stack });
  }
}

/** Renders a component to HTML. An island's content is in an element of its own, for hydration. */
function render(component: FunctionComponent, call: ComponentCall, isIsland: boolean, language: ComponentLanguage) {
  const { props, html, number } = call;
  const content = isIsland ? createElement(ISLAND_CONTENT, { dangerouslySetInnerHTML: { __html: html } }) : CONTENT;
  const element = createElement(component, props, ...(html.trim() === "" ? [] : [content]));
  const whole = createElement(LanguageContext, { value: language }, element);
  if (isIsland) return withoutPreloads(renderToString(whole, { identifierPrefix: islandPrefix(number) }));
  return withoutPreloads(renderToStaticMarkup(whole)).replaceAll(CONTENT, () => html);
}

/** Copies only the fields of findings: others may have values that can't be sent to another thread. */
function findingsOf(value: unknown): readonly Finding[] {
  if (!Array.isArray(value)) throw new TypeError("did not return a list of findings");
  return (value as readonly Partial<Finding>[]).map((finding) => {
    const { path, line = 1, column = 1, message, hint } = finding ?? {};
    const wrong = (what: string) => new TypeError(`returned a finding ${what}: ${inspectShort(finding)}`);
    if (!isText(path) || !isText(message)) throw wrong("without path and message");
    if (![line, column].every((number) => Number.isInteger(number) && number > 0)) {
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
