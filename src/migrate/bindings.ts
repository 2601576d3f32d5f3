import type { Node, Program } from "estree";
import { evaluate, type Known, type Scope } from "./evaluate.ts";
import type { SmallComponent } from "./expand.ts";

/** What a file of the tree is to a page that imports it. */
export type Imported =
  | { readonly kind: "partial" | "asset"; readonly path: string }
  | {
      readonly kind: "module";
      readonly path: string;
      readonly exports: Readonly<Record<string, unknown>>;
      readonly program: Program | undefined;
    }
  | { readonly kind: "none" };

/** What a name in a page stands for. */
export type Binding =
  | { readonly kind: "theme"; readonly name: string }
  | { readonly kind: "partial" | "asset"; readonly path: string }
  | { readonly kind: "value"; readonly value: unknown; readonly isImported: boolean }
  | { readonly kind: "component"; readonly component: SmallComponent; readonly path?: string; readonly export?: string }
  | { readonly kind: "module"; readonly path: string; readonly export: string }
  | { readonly kind: "foreign"; readonly from: string };

export type Bindings = Map<string, Binding>;

/** The components and functions of Docusaurus, by the module that a page imports. */
const DOCUSAURUS = /^(?:@theme(?:-original|-init)?\/|@docusaurus\/)/;
/** Packages whose components docgen has counterparts of, by name of the module. */
const OTHERS: Readonly<Record<string, string>> = {
  react: "React",
  "react-player": "ReactPlayer",
  clsx: "clsx",
  classnames: "clsx",
};

/**
 * Reads the imports and exports of a page.
 *
 * @param resolve says what a module is
 */
export function bind(
  program: Program,
  bindings: Bindings,
  scope: Scope,
  resolve: (specifier: string) => Imported,
): void {
  for (const statement of program.body) {
    if (statement.type === "ImportDeclaration") {
      const from = String(statement.source.value);
      const imported = DOCUSAURUS.test(from) ? undefined : resolve(from);
      for (const specifier of statement.specifiers) {
        const name =
          specifier.type === "ImportSpecifier"
            ? specifier.imported.type === "Identifier"
              ? specifier.imported.name
              : String(specifier.imported.value)
            : specifier.type === "ImportDefaultSpecifier"
              ? "default"
              : "*";
        bindings.set(specifier.local.name, bindingOf(from, name, imported));
      }
    } else if (statement.type === "ExportNamedDeclaration" && statement.declaration) {
      declare(statement.declaration, bindings, scope);
    } else if (statement.type !== "ExportDefaultDeclaration" && statement.type !== "ExportAllDeclaration") {
      declare(statement, bindings, scope);
    }
  }
}

function bindingOf(from: string, name: string, imported: Imported | undefined): Binding {
  if (imported === undefined) {
    const last = from.split("/").at(-1) ?? from;
    return { kind: "theme", name: name === "default" || name === "*" ? last : name };
  }
  if (imported.kind === "none") {
    const known = OTHERS[from];
    return known === undefined ? { kind: "foreign", from } : { kind: "theme", name: known };
  }
  if (imported.kind !== "module") return imported;
  const { path, exports, program } = imported;
  const value = name === "*" ? exports : exports[name];
  if (Object.hasOwn(exports, name) ? isPlain(value) : name === "*" && isPlain(value))
    return { kind: "value", value, isImported: true };
  const component = program === undefined ? undefined : exportedComponent(program, name);
  return component === undefined
    ? { kind: "module", path, export: name }
    : { kind: "component", component, path, export: name };
}

/** What a module exports under a name, where it is a function of the module's own that may render. */
function exportedComponent(program: Program, name: string): SmallComponent | undefined {
  const bindings: Bindings = new Map();
  const scope = scopeOf(bindings, (name, values) => classNames(bindings.get(name), values));
  let exported: Node | undefined;
  let listed: string | undefined;
  for (const statement of program.body) {
    if (statement.type === "ExportNamedDeclaration" && !statement.source) {
      const own = statement.specifiers.find((one) => one.exported.type === "Identifier" && one.exported.name === name);
      if (own?.local.type === "Identifier") listed = own.local.name;
    }
    if (statement.type === "ExportDefaultDeclaration" && name === "default") exported = statement.declaration as Node;
  }
  bind(program, bindings, scope, () => ({ kind: "none" }));
  const local =
    listed !== undefined
      ? listed
      : exported === undefined
        ? name
        : exported.type === "Identifier"
          ? exported.name
          : undefined;
  const own = local === undefined ? undefined : bindings.get(local);
  if (own?.kind === "component") return own.component;
  return exported === undefined || exported.type === "Identifier" ? undefined : componentOf(exported, bindings, scope);
}

function declare(node: Node, bindings: Bindings, scope: Scope): void {
  if (node.type === "FunctionDeclaration" && node.id !== null) {
    bindings.set(node.id.name, { kind: "component", component: componentOf(node, bindings, scope) });
  }
  if (node.type !== "VariableDeclaration") return;
  for (const { id, init } of node.declarations) {
    if (id.type !== "Identifier" || !init) continue;
    const known = evaluate(init, scope);
    if (known !== undefined) bindings.set(id.name, { kind: "value", value: known.value, isImported: false });
    else if (init.type === "ArrowFunctionExpression" || init.type === "FunctionExpression")
      bindings.set(id.name, { kind: "component", component: componentOf(init, bindings, scope) });
    else bindings.set(id.name, { kind: "foreign", from: "an expression of the page" });
  }
}

function componentOf(render: Node, bindings: Bindings, scope: Scope): SmallComponent {
  return {
    render,
    scope,
    components: (name) => {
      const binding = bindings.get(name);
      if (binding?.kind === "theme" && binding.name === "Link") return "link";
      return binding?.kind === "component" ? binding.component : undefined;
    },
  };
}

/** What `clsx` gives. @param binding of the name that is called */
export function classNames(binding: Binding | undefined, values: readonly unknown[]): Known | undefined {
  if (binding?.kind !== "theme" || binding.name !== "clsx") return undefined;
  const names = values.flatMap((value) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).flatMap(([name, isOn]) => (isOn ? [name] : []))
      : value,
  );
  return { value: names.filter(Boolean).join(" ") };
}

/** The scope of a page or of a module: its names, and the functions of Docusaurus that are known. */
export function scopeOf(bindings: Bindings, calls?: Scope["call"]): Scope {
  return {
    name: (name): Known | undefined => {
      const binding = bindings.get(name);
      return binding?.kind === "value" ? { value: binding.value } : undefined;
    },
    ...(calls === undefined ? {} : { call: calls }),
  };
}

function isPlain(value: unknown): boolean {
  if (value === null || typeof value !== "object") return value !== undefined;
  return !("$function" in value) && !("$package" in value) && Object.values(value).every(isPlain);
}
