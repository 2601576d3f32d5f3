import type { ImportDeclaration, Node, Program } from "estree";
import { isMapping } from "../../../content/data-file.ts";
import { nameOf } from "../../../shared/route.ts";
import type { Imported } from "../../job.ts";
import { PAGE } from "../../read/page-files.ts";
import { evaluate } from "./evaluate-expression.ts";
import { valueOfCall } from "./expand-component.ts";
import { type Binding, ifKnown, MAX_STEPS, MarkdownFile, type Scope, type SmallComponent } from "./scope.ts";

/** The meanings of the names in a page. */
export type Bindings = Map<string, Binding>;

/** Matches the modules of Docusaurus from which pages import components and functions. */
const DOCUSAURUS =
  /^(?:@theme(?:-original|-init)?\/|@docusaurus\/|docusaurus-plugin-internaldocs-fb\/internal$|internaldocs-fb-helpers$)/;

/** Matches the tabs of pages that docusaurus-plugin-openapi-docs has written. */
const API_TABS = /^(?:Api|Discriminator|Mime|Operation|Schema)Tabs$/;

/** Resolves the import of a name. @param from path of the module that imports it; if absent, the page does */
export type ResolveName = (specifier: string, name: string, from?: string) => Imported;

/** Adds the names that a page imports, declares and exports to its bindings. */
export function bind(program: Program, bindings: Bindings, scope: Scope, resolve: ResolveName): void {
  for (const statement of program.body) {
    if (statement.type === "ImportDeclaration") {
      const isText = statement.attributes.some(({ value }) => value.value === "text");
      const from = `${statement.source.value}${isText ? "?raw" : ""}`;
      for (const specifier of statement.specifiers) {
        const name = importedName(specifier);
        const imported = resolve(from, name);
        const isTheme = DOCUSAURUS.test(from) && imported.kind === "none";
        bindings.set(specifier.local.name, bindingOf(from, name, isTheme ? undefined : imported, resolve));
      }
    } else {
      const exported = statement.type === "ExportNamedDeclaration" ? statement.declaration : undefined;
      declare(exported ?? statement, bindings, scope);
    }
  }
}

function importedName(specifier: ImportDeclaration["specifiers"][number]): string {
  if (specifier.type === "ImportDefaultSpecifier") return "default";
  if (specifier.type === "ImportNamespaceSpecifier") return "*";
  return specifier.imported.type === "Identifier" ? specifier.imported.name : String(specifier.imported.value);
}

function bindingOf(from: string, name: string, imported: Imported | undefined, resolve: ResolveName): Binding {
  if (imported === undefined) {
    const isWhole = name === "default" || name === "*";
    return { kind: "theme", name: isWhole ? nameOf(from).replace(API_TABS, "Tabs") : name };
  }
  if (imported.kind === "none")
    return /^(?:clsx|classnames)$/.test(from) ? { kind: "theme", name: "clsx" } : { ...imported, kind: "foreign" };
  if (imported.kind !== "module") return imported;
  const { path, exports, program, exported = name } = imported;
  const inModule: ResolveName = (specifier, member) =>
    PAGE.test(specifier) ? resolve(specifier, member, path) : { kind: "none" };
  const binding = program === undefined ? undefined : exportedBinding(program, exported, inModule);
  if (binding?.kind === "partial") return binding;
  const value = plainPart(
    exported === "*" ? exports : Object.hasOwn(exports, exported) ? exports[exported] : undefined,
  );
  const member = (name: string) =>
    program === undefined ? undefined : memberFunction(program, exported, name, inModule);
  if (value !== undefined) return { kind: "value", value, isImported: true, member };
  const component = binding?.kind === "component" ? binding.component : undefined;
  return { kind: "component", component, from: { path, exported } };
}

/**
 * What a module exports under a name: a component that is a function of the module's own, or a partial.
 *
 * @param resolve resolves the partials that the module imports
 */
export function exportedBinding(program: Program, name: string, resolve: ResolveName): Binding | undefined {
  const { bindings, scope } = boundNames(program, resolve);
  const exported = exportedNode(program, name) ?? { type: "Identifier", name };
  if (exported.type === "Identifier") return bindings.get(exported.name);
  return { kind: "component", component: { render: exported, scope } };
}

function boundNames(program: Program, resolve: ResolveName): { readonly bindings: Bindings; readonly scope: Scope } {
  const bindings: Bindings = new Map();
  const named = scopeOf(bindings);
  const call: Scope["call"] = (name, values) => {
    const [specifier] = values;
    const required = name === "require" && typeof specifier === "string" ? resolve(specifier, "default") : undefined;
    return required?.kind === "partial" ? { value: new MarkdownFile(required.path) } : named.call(name, values);
  };
  const scope = { ...named, call };
  bind(program, bindings, scope, resolve);
  return { bindings, scope };
}

/** A function of a module's own in an object that it exports, or in all that it exports. */
function memberFunction(program: Program, exported: string, name: string, resolve: ResolveName) {
  const { bindings, scope } = boundNames(program, resolve);
  if (exported === "*") return componentAt(name, bindings);
  const node = exportedNode(program, exported) ?? { type: "Identifier", name: exported };
  const object = declaredValue(program, node);
  for (const property of object?.type === "ObjectExpression" ? object.properties : []) {
    if (property.type === "SpreadElement" || property.key.type !== "Identifier" || property.key.name !== name) continue;
    const { value } = property;
    return value.type === "Identifier" ? componentAt(value.name, bindings) : { render: value, scope };
  }
  return undefined;
}

/** What a module declares a name to be, also by way of other names; any other node as it is. */
export function declaredValue(program: Program, node: Node | null | undefined): Node | null | undefined {
  const declarations = program.body.flatMap((statement) => {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    return declared?.type === "VariableDeclaration" ? declared.declarations : [];
  });
  let value = node;
  for (const _ of declarations) {
    if (value?.type !== "Identifier") break;
    const { name } = value;
    value = declarations.find(({ id }) => id.type === "Identifier" && id.name === name)?.init;
  }
  return value;
}

/** What a module exports under a name in a statement of its own; undefined if it has no such statement. */
export function exportedNode(program: Program, name: string): Node | undefined {
  for (const statement of program.body.toReversed()) {
    if (statement.type === "ExportDefaultDeclaration" && name === "default") return statement.declaration as Node;
    if (statement.type !== "ExportNamedDeclaration" || statement.source) continue;
    const isNamed = ({ exported: as }: (typeof statement.specifiers)[number]) =>
      as.type === "Identifier" && as.name === name;
    const specifier = statement.specifiers.find(isNamed);
    if (specifier !== undefined) return specifier.local;
  }
  return undefined;
}

function declare(node: Node, bindings: Bindings, scope: Scope): void {
  if (node.type === "FunctionDeclaration" && node.id !== null)
    bindings.set(node.id.name, { kind: "component", component: { render: node, scope } });
  if (node.type !== "VariableDeclaration") return;
  for (const { id, init } of node.declarations) {
    if (id.type !== "Identifier" || !init) continue;
    const constant = evaluate(init, scope);
    if (constant !== undefined) bindings.set(id.name, { kind: "value", value: constant.value, isImported: false });
    else if (init.type === "ArrowFunctionExpression" || init.type === "FunctionExpression")
      bindings.set(id.name, { kind: "component", component: { render: init, scope } });
    else bindings.set(id.name, (init.type === "Identifier" && bindings.get(init.name)) || { kind: "foreign" });
  }
}

/** Whether an element is only part of a site's internal build, and so not of the public one. */
export function isInternalOnly(tag: string | null, bindings: Bindings): boolean {
  const binding = bindings.get(tag ?? "");
  return binding?.kind === "theme" && /^F[Bb]InternalOnly$/.test(binding.name);
}

/**
 * The scope of the attributes of an element. Those of a component of the site or of a package are its properties, for
 * which imported SVG files have no value: in code, they are components.
 */
export function propertyScope(
  tag: string,
  { bindings, scope }: { readonly bindings: Bindings; readonly scope: Scope },
): Scope {
  const isOther = !/^[A-Z]/.test(tag) || /^(?:theme|partial)$/.test(bindings.get(tag)?.kind ?? "theme");
  const isPicture = (binding: Binding | undefined) =>
    binding?.kind === "asset" && binding.isText !== true && binding.path.endsWith(".svg");
  return isOther ? scope : { ...scope, name: (name) => (isPicture(bindings.get(name)) ? undefined : scope.name(name)) };
}

/** The component of a tag; undefined if it isn't known statically. */
export function componentAt(tag: string, bindings: Bindings): SmallComponent | undefined {
  const binding = bindings.get(tag);
  return binding?.kind === "component" ? binding.component : undefined;
}

/** The scope of names: their values, and what calls of imported functions give. */
export function scopeOf(bindings: Bindings): Scope {
  return {
    tag: (name) => bindings.get(name),
    name: (name) => {
      const binding = bindings.get(name);
      return binding?.kind === "value" ? { value: binding.value } : undefined;
    },
    call: (name, values) => {
      const [owner = "", member] = name.split(".");
      const binding = bindings.get(owner);
      if (binding?.kind === "theme" && binding.name === "clsx") return { value: classNames(values) };
      const ofObject = binding?.kind === "value" && member !== undefined ? binding.member?.(member) : undefined;
      const isImported = binding?.kind === "component" && binding.from !== undefined && member === undefined;
      const called = isImported ? binding.component : ofObject;
      return called && ifKnown(() => ({ value: valueOfCall(called, values) }));
    },
    steps: { left: MAX_STEPS },
  };
}

function classNames(values: readonly unknown[]): string {
  const names = values.flatMap((value) =>
    isMapping(value) ? Object.keys(value).filter((name) => value[name]) : value,
  );
  return names.filter(Boolean).join(" ");
}

/** A value without functions and stubs; undefined for one of these, and for a list or object of nothing else. */
function plainPart(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if ("$function" in value || "$package" in value) return undefined;
  const parts = Object.entries(value).map(([key, part]) => [key, plainPart(part)] as const);
  const plain = parts.filter(([, part]) => part !== undefined);
  if (plain.length === 0 && parts.length > 0) return undefined;
  if (Array.isArray(value)) return plain.length === parts.length ? plain.map(([, part]) => part) : undefined;
  return Object.fromEntries(plain);
}
