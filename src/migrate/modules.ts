import { extname, join } from "node:path";
import { relativePath } from "../links/rewrite.ts";
import { contains, slashedPath } from "../shared/disk-path.ts";
import { readRegular } from "../shared/regular-file.ts";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import type { Imported } from "./bindings.ts";
import { inside } from "./docusaurus.ts";
import type { Places } from "./locate.ts";
import { parseModule } from "./parse-page.ts";
import type { Job } from "./plan.ts";

/** Modules in React with what they import, where docgen has all of it. */
export interface Modules {
  /** Rewrites what a module imports. @returns undefined, and what it imports that docgen lacks */
  readonly rewrite: (source: string, from: string, target: string) => { text: string | undefined; lost: string[] };
  /** Moves a module and all that it imports. @returns its path below the new root */
  readonly move: (path: string) => string | undefined;
  /** Makes a component of JSX. @param from page that it stands in @returns its tag */
  readonly island: (code: string, from: string) => string | undefined;
  /** Makes a module a component of the site, named by a tag. */
  readonly register: (tag: string, target: string) => boolean;
  /** Modules of the components by their tags. */
  readonly components: ReadonlyMap<string, Component>;
  /** Style sheets of modules, as `customCss` names them. */
  readonly styles: ReadonlySet<string>;
}

/** A component of the site in its configuration. */
export type Component = string | { readonly path: string; readonly client: "visible" };

/** Where the parts of Docusaurus' theme that pages in React use come to stand. */
export const SHIM = "src/docusaurus.tsx";

/** Its names, by the modules of Docusaurus. */
const PARTS: Readonly<Record<string, string>> = {
  "@theme/Layout": "Layout",
  "@theme/Heading": "Heading",
  "@docusaurus/Link": "Link",
  "@docusaurus/Head": "Head",
  "@docusaurus/Translate": "Translate",
  "@docusaurus/useBaseUrl": "useBaseUrl",
  "@docusaurus/useDocusaurusContext": "useDocusaurusContext",
  clsx: "clsx",
  classnames: "clsx",
};

const IMPORT =
  /^(import|export)\s+((?:[^\s;"'=(]+\s+)*?(?:[^\s;"'=(]*\})?)from\s*["']([^"']+)["'];?[^\S\n]*$|^import\s*["']([^"']+)["'];?[^\S\n]*$/gm;
const REQUIRED = /require\(\s*["']([^"']+)["']\s*\)(?:\.default)?/g;
/** What only works in a browser. */
const LIVE = /\bon[A-Z]\w*=|\buse(?:State|Effect|Reducer|Ref|LayoutEffect)\b/;

/** @param resolve says what a module names */
export function createModules(
  { root, put }: Job,
  { statics, adopt }: Places,
  resolve: (specifier: string, from: string) => Imported,
): Modules {
  const moved = new Map<string, string | undefined>();
  const live = new Set<string>();
  const components = new Map<string, Component>();
  const styles = new Set<string>();
  const address = (path: string) => {
    const folder = statics.find((one) => contains(one, path));
    const own = folder === undefined ? adopt(path) : `/${slashedPath(folder, path)}`;
    return own.endsWith(".svg") ? `picture(${JSON.stringify(own)})` : JSON.stringify(own);
  };

  const rewrite: Modules["rewrite"] = (source, from, target) => {
    const lost: string[] = [];
    const lose = (name: string, whole: string) => {
      lost.push(name);
      return whole;
    };
    const one = (whole: string, word: string, names: string | undefined, name: string): string => {
      if (/^type\b/.test(names ?? "")) return "";
      if (/^react(?:-dom)?(?:\/|$)/.test(name)) return whole;
      const part = PARTS[name];
      if (part !== undefined && names !== undefined) return shimImport(names, part, relativePath(target, SHIM));
      const found = resolve(name, from);
      if (found.kind === "module") {
        const path = move(found.path);
        if (path === undefined) return lose(name, whole);
        if (live.has(path)) live.add(target);
        return `${word}${names === undefined ? "" : ` ${names} from`} ${JSON.stringify(relativePath(target, path))};`;
      }
      if (found.kind !== "asset") return lose(name, whole);
      if (!/\.css$/.test(found.path)) return `const ${names ?? "picture"} = ${address(found.path)};`;
      const classes = putStyles(found.path);
      if (classes === undefined) return lose(name, whole);
      return names === undefined ? "" : `const ${names} = ${JSON.stringify(classes)};`;
    };
    let text = source.replace(IMPORT, (whole, word: string, names: string | undefined, name: string, bare: string) =>
      one(whole, word ?? "import", names?.trim(), name ?? bare),
    );
    text = text.replace(REQUIRED, (whole, name: string) => {
      const found = resolve(name, from);
      return found.kind === "asset" && !found.path.endsWith(".css") ? address(found.path) : lose(name, whole);
    });
    if (/\bpicture\(/.test(text)) text = `import { picture } from "${relativePath(target, SHIM)}";\n${text}`;
    if (LIVE.test(text)) live.add(target);
    if (text.includes(`/${SHIM.split("/").at(-1)}"`))
      put(SHIM, { copyOf: join(TOOL_ROOT, "templates/migrate/docusaurus.tsx") });
    return { text: lost.length > 0 ? undefined : text, lost };
  };

  const move: Modules["move"] = (path) => {
    if (moved.has(path)) return moved.get(path);
    const target = inside(path, root).replace(/\.js$/, ".jsx");
    const isInside = contains(root, path);
    moved.set(path, isInside ? target : undefined);
    const isData = extname(path) === ".json";
    const text = isData || !isInside ? undefined : rewrite(readRegular(path).toString("utf8"), path, target).text;
    if (isData && isInside) put(target, { copyOf: path });
    else if (text === undefined || /\bprocess\./.test(text)) moved.set(path, undefined);
    else put(target, { text });
    return moved.get(path);
  };

  const putStyles = (path: string): Readonly<Record<string, string>> | undefined => {
    const sheet = contains(root, path) ? readStyles(path, inside(path, root)) : undefined;
    if (sheet === undefined) return undefined;
    styles.add(`./${sheet.target}`);
    put(sheet.target, { text: sheet.text });
    return sheet.classes;
  };

  const register: Modules["register"] = (tag, target) => {
    const own = live.has(target) ? { path: `./${target}`, client: "visible" as const } : `./${target}`;
    const taken = components.get(tag);
    if (taken !== undefined && JSON.stringify(taken) !== JSON.stringify(own)) return false;
    components.set(tag, own);
    return true;
  };

  const island: Modules["island"] = (code, from) => {
    const tag = freeTag(inside(from, root), components);
    const target = `src/components/${tag}.jsx`;
    const { text } = isModule(code) ? rewrite(code, from, target) : { text: undefined };
    if (text === undefined) return undefined;
    put(target, { text });
    return register(tag, target) ? tag : undefined;
  };
  return { rewrite, move, island, register, components, styles };
}

/** A tag for a part of a page that no component has: `GuideStartPart1`. */
function freeTag(path: string, components: Modules["components"]): string {
  const words = path
    .replace(/\.\w+$/, "")
    .split(/[^A-Za-z0-9]+/)
    .slice(-2);
  const stem = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  for (let number = 1; ; number++) {
    const tag = `${stem.replace(/^\d+/, "")}Part${number}`;
    if (!components.has(tag)) return tag;
  }
}

function isModule(code: string): boolean {
  try {
    parseModule(code);
    return true;
  } catch {
    // Text of Markdown that is no JSX.
    return false;
  }
}

/** Reads a style sheet; the classes of a module get names of their own. @returns these by their names in it */
function readStyles(path: string, own: string) {
  const text = readRegular(path).toString("utf8");
  if (/\burl\(|@import|\bcomposes:|@value/.test(text)) return undefined;
  const stem = own.replace(/(?:\.module)?\.css$/, "");
  const target = `${stem}.css`;
  const classes: Record<string, string> = {};
  if (!own.endsWith(".module.css")) return { target, text, classes };
  const prefix = stem.replace(/\W+/g, "-");
  const named = text.replace(
    /:global\(([^)]*)\)|\/\*[\s\S]*?\*\/|\.(-?[A-Za-z_][\w-]*)(?=[^{}]*\{)/g,
    (whole, global: string | undefined, name: string | undefined) => {
      if (name === undefined) return global ?? whole;
      classes[name] = `${prefix}_${name}`;
      return `.${classes[name]}`;
    },
  );
  return { target, text: named, classes };
}

function shimImport(names: string, part: string, shim: string): string {
  const [own = ""] = names.split(",");
  const local = own.trim();
  const named = /\{([^}]*)\}/.exec(names)?.[1]?.trim();
  const parts = [
    ...(local.startsWith("{") || local === "" ? [] : [local === part ? part : `${part} as ${local}`]),
    ...(named === undefined || named === "" ? [] : [named]),
  ];
  return `import { ${parts.join(", ")} } from "${shim}";`;
}
