import { dirname, join, relative, resolve } from "node:path";
import type { Node, Program } from "estree";
import { createHighlighter } from "../../highlight/highlighter.ts";
import { ELEMENTS } from "../../markdown/plugins/raw-html.ts";
import type { Imported, Job } from "../job.ts";
import { sitePath } from "../read/config-values.ts";
import { listTree } from "../read/list-tree.ts";
import { moduleFile } from "../read/module-paths.ts";
import { THEME_PART } from "../read/open-job.ts";
import { parsedCode } from "../read/page-imports.ts";
import { readFileText } from "../read/read-data.ts";
import { type Bindings, bind, declaredValue, exportedNode, scopeOf } from "./page/bindings.ts";
import { nameInScope } from "./page/html-text.ts";
import { importOf as importIn, statementsOf } from "./page/part-code.ts";
import type { PageStatement } from "./page/rewriting.ts";

/** The names that `src/theme/MDXComponents` gives to every page. */
export interface SharedComponents {
  readonly bindings: Bindings;
  readonly statements: readonly PageStatement[];
}

/** Path of the module that gives names to every page; undefined if the site has none. */
export function sharedModule({ root, hasFile }: Pick<Job, "root" | "hasFile">): string | undefined {
  const path = moduleFile(join(root, "src/theme/MDXComponents"));
  return path !== undefined && hasFile(path) ? path : undefined;
}

/** Reads the names that the site gives to every page, and reports replaced HTML elements. */
export async function sharedComponents(
  job: Job,
  importOf: (from: string, specifier: string, name: string) => Imported,
): Promise<SharedComponents> {
  const bindings: Bindings = new Map();
  const path = sharedModule(job);
  const written = path === undefined ? "" : readFileText(path);
  const named = path === undefined ? "" : await withNames(written, (specifier) => importOf(path, specifier, "*"));
  const module = await parsedCode(named);
  if (path === undefined || module === undefined) return { bindings, statements: [] };
  const { code, program } = module;
  const local: Bindings = new Map();
  bind(program, local, scopeOf(local), (specifier, name, from = path) => importOf(from, specifier, name));
  const statements = statementsOf(program, code).map(({ text, names }) => ({
    text: fromRoot(text, path, job.root),
    names,
  }));
  const elements: string[] = [];
  for (const { name: key, value } of entriesOf(program)) {
    const name = nameInScope(key);
    const { start, end } = value as unknown as { readonly start: number; readonly end: number };
    const binding = value.type === "Identifier" ? local.get(value.name) : { kind: "component" as const };
    if (ELEMENTS.has(name)) {
      // Some lists name what Docusaurus has for elements anyway: `h1: (props) => <MDXHeading as="h1" {...props} />`.
      const [, shown = ""] = /^\(\w+\) => <(\w+)[^<>]*\/>$/.exec(code.slice(start, end)) ?? [];
      if ((local.get(shown) ?? binding)?.kind !== "theme") elements.push(`<${name}>`);
    } else if (binding !== undefined) {
      if (binding.kind !== "foreign") bindings.set(name, binding);
      const source = fromRoot(code.slice(start, end), path, job.root);
      const text = importIn(source, statements, name) ?? `const ${name} = ${source};`;
      if (source !== name) statements.push({ text, names: [name] });
    }
  }
  const are = elements.length > 1 ? "are not replaced by components" : "is not replaced by a component";
  const message = `${elements.join(", ")} ${are}: docgen renders ${elements.length > 1 ? "them" : "it"} itself, see src/theme/README.md for its styles`;
  if (elements.length > 0) job.noteFile(relative(job.root, path), "hand", message);
  return { bindings, statements };
}

/** Code that imports the components of a module by name where it spreads all of them. */
async function withNames(code: string, resolve: (specifier: string) => Imported): Promise<string> {
  let changed = code;
  for (const [whole, namespace = "", specifier = ""] of code.matchAll(NAMESPACE)) {
    const imported = resolve(specifier);
    if (imported.kind !== "module" || !code.includes(`...${namespace}`)) continue;
    const module = await parsedCode(readFileText(imported.path));
    const names = module?.program.body.flatMap((statement) =>
      statement.type === "ExportNamedDeclaration"
        ? statement.specifiers.flatMap(({ exported }) => (exported.type === "Identifier" ? exported.name : []))
        : [],
    );
    const list = names?.filter((name) => name !== "default").join(", ") ?? "";
    changed = changed.replace(whole, `import { ${list} } from "${specifier}"`).replace(`...${namespace}`, list);
  }
  return changed;
}

const NAMESPACE = /\bimport \* as (\w+) from ["']([^"'\n]+)["']/g;

/** The components that a module exports by default, as an object. */
function entriesOf(program: Program): { readonly name: string; readonly value: Node }[] {
  const read = (node: Node | undefined): { readonly name: string; readonly value: Node }[] => {
    const object = declaredValue(program, node);
    if (object?.type !== "ObjectExpression") return [];
    return object.properties.flatMap((property) => {
      if (property.type === "SpreadElement") return read(property.argument);
      return property.key.type === "Identifier" ? [{ name: property.key.name, value: property.value }] : [];
    });
  };
  return read(exportedNode(program, "default"));
}

/** Code whose relative imports begin at the site's root, as pages anywhere use it. */
function fromRoot(code: string, path: string, root: string): string {
  return code.replace(/\b(from\s+|import\(\s*)(["'])(\.{1,2}\/[^"']*)\2/g, (_, word, quote, specifier: string) => {
    const target = relative(root, resolve(dirname(path), specifier)).replaceAll("\\", "/");
    return `${word}${quote}@site/${target}${quote}`;
  });
}

/** docgen's parts of the theme by the beginnings of Docusaurus' names. */
const PARTS: readonly (readonly [name: RegExp, remedy: string])[] = [
  [/^Footer/, "replace docgen's footer (templates/Footer.tsx)"],
  [/^NavbarItem|^Navbar|^ColorModeToggle/, "replace docgen's navbar (templates/Navbar.tsx)"],
  [/^NotFound/, "replace docgen's page (templates/NotFound.tsx)"],
  [/^Logo/, "replace docgen's logo (templates/Logo.tsx)"],
  [/^DocBreadcrumbs/, "replace docgen's breadcrumbs (templates/Breadcrumbs.tsx)"],
  [/Paginator|^PaginatorNavLink/, "replace docgen's links to neighbours (templates/Pagination.tsx)"],
  [/LastUpdated|^EditMetaRow|^EditThisPage/, "replace docgen's line about the last change (templates/LastUpdated.tsx)"],
  [/^AnnouncementBar/, "replace docgen's bar (templates/AnnouncementBar.tsx)"],
  [/^BackToTopButton/, "replace docgen's button (templates/BackToTop.tsx)"],
  [/^DocVersion/, "replace docgen's banner (templates/VersionBanner.tsx)"],
  [/^BlogSidebar/, "replace docgen's list of posts (templates/RecentPosts.tsx)"],
  [/^Tag/, "replace docgen's tags (templates/TagLinks.tsx)"],
  [/^Search/, "docgen has its own search"],
  [/^Root$|^Layout/, "put what it adds to every page into templates/page.html, or a script into scripts"],
  [/^ReactLiveScope/, "set live.library, and load the library with scripts"],
  [/^(?:CodeBlock|Admonition|Tab|Details|Heading|MDX|DocCard)/, "docgen renders it itself; style it in customCss"],
];

/** Reports the components of Docusaurus' theme that the site replaces. */
export function noteSwizzled(job: Job): void {
  const seen = new Set<string>();
  for (const theme of job.themes)
    for (const file of listTree(theme, job)) {
      const name = file.replace(/(?:\/index)?\.[^./]+$/, "");
      const [part = name] = name.split("/");
      if (!/\.[jt]sx?$/.test(file) || part === "MDXComponents" || seen.has(part) || !THEME_PART.test(name)) continue;
      seen.add(part);
      const path = sitePath(join(theme, file), job.root);
      if (part === "prism-include-languages") {
        noteLanguages(path, job);
        continue;
      }
      const remedy = PARTS.find(([pattern]) => pattern.test(part))?.[1] ?? "docgen's theme has no such part to replace";
      job.noteFile(path, "hand", `the theme component ${part} is not migrated: ${remedy}`);
    }
}

/** Matches names of languages in a module that adds them to Prism. */
const LANGUAGE = /prismjs\/components\/prism-([\w-]+)|\.languages\.(\w+)\s*=(?!=)|insertBefore\(\s*["'](\w+)/g;

/** Reports the languages that a site adds to its highlighter and that docgen doesn't know. */
function noteLanguages(path: string, { root, noteFile }: Job): void {
  const { knows } = createHighlighter(async () => []);
  const names = [...readFileText(join(root, path)).matchAll(LANGUAGE)].map(([, ...parts]) => parts.join(""));
  const unknown = [...new Set(names)].filter((name) => !knows(name)).join(", ");
  if (unknown === "") noteFile(path, "changed", "is removed: docgen knows the languages that it adds");
  else noteFile(path, "hand", `docgen doesn't know ${unknown}: name a similar language in highlight.aliases`);
}
