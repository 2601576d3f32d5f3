import { parser } from "@lezer/javascript";
import { type BaseType, type Declaration, mergeDeclarations } from "./declaration.ts";
import { type DeclarationText, declarationText } from "./declaration-text.ts";

const typescript = parser.configure({ dialect: "ts" });

type Node = ReturnType<typeof typescript.parse>["topNode"];

/** What one file of type declarations says. */
export interface DeclarationFile {
  readonly declared: readonly Declaration[];
  /** Declared names, by the names that they are exported with. */
  readonly exported: ReadonlyMap<string, string>;
  /** Modules that it imports or exports from, and whether it exports all that is in them. */
  readonly modules: readonly { readonly specifier: string; readonly isAll: boolean }[];
  /** The name in `export = name`. */
  readonly assigned: string | undefined;
  /** Names of types, as often as they occur. */
  readonly uses: readonly string[];
  /** Lines that aren't understood. */
  readonly faults: readonly number[];
}

const UTILITIES = ["Partial", "Required", "Pick", "Omit"] as const;
const KINDS: Readonly<Record<string, Declaration["kind"]>> = {
  FunctionDeclaration: "function",
  AmbientFunctionDeclaration: "function",
  VariableDeclaration: "value",
  InterfaceDeclaration: "interface",
  ClassDeclaration: "class",
  EnumDeclaration: "enum",
  TypeAliasDeclaration: "type",
  NamespaceDeclaration: "namespace",
};
/** Nodes around a declaration. */
const AROUND = ["ExportDeclaration", "AmbientDeclaration"];
const MEMBERS = ["PropertyType", "MethodType", "PropertyDeclaration", "MethodDeclaration"];

/** Reads a file of type declarations. @param path for messages */
export function parseDeclarations(path: string, written: string): DeclarationFile {
  const { code, ...text } = declarationText(path, written);
  const { source, lines } = text;
  const { topNode } = typescript.parse(code);
  const read = (node: Node) => declarationsOf(node, text);
  const statements = childrenOf(topNode);
  const uses: string[] = [];
  const faults = new Set<number>();
  topNode.cursor().iterate(({ type, node }) => {
    if (type.isError) faults.add(lines[node.from] ?? 1);
    else if (type.name === "TypeName") uses.push(textOf(node, source));
  });
  const exports = statements.filter(({ name }) => name === "ExportDeclaration");
  const assignment = exports.find((node) => node.getChild("Equals") !== null);
  return {
    declared: mergeDeclarations(statements.flatMap(read)),
    exported: new Map(exports.flatMap((node) => exportedBy(node, read(node), source))),
    modules: statements.flatMap((node) => {
      const specifier = textOf(node.getChild("String"), source).slice(1, -1);
      return specifier === "" ? [] : [{ specifier, isAll: node.getChild("Star") !== null }];
    }),
    assigned: assignment && textOf(assignment.getChild("VariableName"), source),
    uses,
    faults: [...faults],
  };
}

function exportedBy(node: Node, declared: readonly Declaration[], source: string): [string, string][] {
  const isDefault = node.getChild("default") !== null;
  const listed = textOf(node.getChild("ExportGroup"), source).slice(1, -1).split(",");
  return [
    ...declared.map(({ name }): [string, string] => [isDefault ? "default" : name, name]),
    ...listed.flatMap((words): [string, string][] => {
      const [name = "", alias = name] = words.trim().split(/\s+as\s+/);
      return name === "" ? [] : [[alias, name]];
    }),
  ];
}

/** The declarations of a node: a variable statement may have several. @param statement the one that it is in */
function declarationsOf(node: Node, file: DeclarationText, statement: Node = node): Declaration[] {
  if (AROUND.includes(node.name)) {
    const inner = childrenOf(node).find(({ name }) => AROUND.includes(name) || name in KINDS);
    return inner === undefined ? [] : declarationsOf(inner, file, statement);
  }
  const kind = KINDS[node.name];
  if (kind === undefined) return [];
  const { source } = file;
  if (kind === "value") {
    return node.getChildren("VariableDefinition").map((name) => {
      const annotation = name.nextSibling?.name === "TypeAnnotation" ? name.nextSibling : null;
      const text = `${textOf(name, source)}${textOf(annotation, source)}`;
      return { ...common(name, statement, file), kind, texts: [text], ...typeParts(annotation?.lastChild, file) };
    });
  }
  const name = node.getChild("TypeDefinition") ?? node.getChild("VariableDefinition");
  if (name === null) return [];
  const body = node.getChild("ObjectType") ?? node.getChild("ClassBody");
  const parts = kind === "type" ? typeParts(node.getChild("Equals")?.nextSibling, file) : NO_PARTS;
  const inner = kind === "enum" ? enumMembers(node.getChild("EnumBody"), file) : membersIn(body, file);
  return [
    {
      ...common(name, statement, file),
      ...parts,
      kind,
      texts: [dedented(node, source)],
      parameters: parametersOf(node, source),
      members: [
        ...parts.members,
        ...(kind === "namespace"
          ? childrenOf(node.getChild("Block")).flatMap((child) => declarationsOf(child, file))
          : inner),
      ],
      bases: [...parts.bases, ...(kind === "interface" || kind === "class" ? basesOf(node, source) : [])],
    },
  ];
}

const NO_PARTS: Pick<Declaration, "members" | "bases" | "type" | "literals"> = {
  members: [],
  bases: [],
  type: undefined,
  literals: [],
};

function common(name: Node, { from }: Node, { path, source, comments, lines }: DeclarationText) {
  return {
    name: textOf(name, source).replaceAll(/^['"]|['"]$/g, ""),
    path,
    line: lines[name.from] ?? 1,
    isOptional: false,
    defaultText: defaultIn(comments.get(from) ?? ""),
    parameters: [],
    ...NO_PARTS,
  };
}

function defaultIn(comment: string): string | undefined {
  const [, text = ""] = /@default(?:Value)?:?[ \t]+(.+?)\s*(?:\*+\/)?$/m.exec(comment) ?? [];
  return text.replaceAll("`", "").trim() || undefined;
}

function membersIn(body: Node | null, file: DeclarationText): Declaration[] {
  const { source } = file;
  return childrenOf(body).flatMap((node) => {
    const name = node.getChild("PropertyDefinition") ?? node.getChild("String");
    if (!MEMBERS.includes(node.name) || name === null) return [];
    const words = source.slice(node.from, name.from);
    const isHidden = /\b(?:private|protected)\b/.test(words) || textOf(name, source) === "constructor";
    if (isHidden) return [];
    const type = node.getChild("TypeAnnotation")?.lastChild ?? null;
    const signature = type?.name === "FunctionSignature" ? type : node;
    const isFunction = signature.getChild("ParamList") !== null && !/\b[gs]et\s/.test(words);
    return [
      {
        ...common(name, node, file),
        ...(isFunction ? NO_PARTS : typeParts(type, file)),
        kind: isFunction ? ("function" as const) : ("value" as const),
        texts: [dedented(node, source).replace(/[;,]$/, "")],
        isOptional: node.getChild("Optional") !== null,
        parameters: isFunction ? parametersOf(signature, source) : [],
      },
    ];
  });
}

function enumMembers(body: Node | null, file: DeclarationText): Declaration[] {
  const isName = ({ name, prevSibling }: Node) =>
    /^(?:PropertyName|String)$/.test(name) && prevSibling?.name !== "Equals";
  const names = childrenOf(body).filter(isName);
  return names.map((node) => ({ ...common(node, node, file), kind: "value", texts: [textOf(node, file.source)] }));
}

/** What a type declares: members, other types that it takes them from, its name, literals. */
function typeParts(type: Node | null | undefined, file: DeclarationText): typeof NO_PARTS {
  const { source } = file;
  if (type === null || type === undefined) return NO_PARTS;
  const alternatives = type.name === "UnionType" ? type.getChildren("LiteralType") : [type];
  const named = type.name === "TypeofType" ? type.getChild("VariableName") : type;
  return {
    members:
      type.name === "IntersectionType"
        ? type.getChildren("ObjectType").flatMap((part) => membersIn(part, file))
        : membersIn(type.name === "ObjectType" ? type : null, file),
    bases: type.name === "IntersectionType" || type.name === "ParameterizedType" ? basesOf(type, source) : [],
    type: ["TypeName", "TypeofType"].includes(type.name) ? textOf(named, source) : undefined,
    literals: alternatives
      .filter(({ name }) => name === "LiteralType")
      .map((node) => textOf(node, source).replaceAll(/^['"]|['"]$/g, "")),
  };
}

/** Types that are named directly in a node. */
function basesOf(node: Node, source: string): BaseType[] {
  const bases = node.name === "ParameterizedType" ? [node] : childrenOf(node);
  return bases.flatMap((base): BaseType[] => {
    if (!["TypeName", "VariableName", "ParameterizedType", "IndexedType"].includes(base.name)) return [];
    const [reference = ""] = textOf(base, source).split("<", 1);
    const name = reference.replace(/^.*\./, "");
    const utility = UTILITIES.find((candidate) => candidate === name);
    if (utility === undefined) return [{ name, utility, keys: [] }];
    const [inner, keys] = childrenOf(base.getChild("TypeArgList")).filter(({ firstChild, name: of }) => {
      return firstChild !== null || of === "TypeName";
    });
    const texts = textOf(keys ?? null, source).matchAll(/["']([^"']*)["']/g);
    return [{ name: textOf(inner ?? null, source), utility, keys: Array.from(texts, ([, key = ""]) => key) }];
  });
}

function parametersOf(node: Node, source: string): string[] {
  const list = node.getChild("ParamList");
  return (list?.getChildren("VariableDefinition") ?? []).map((name) => textOf(name, source));
}

/** The code of a node, without the indentation of its lines. */
function dedented(node: Node, source: string): string {
  const lineStart = source.lastIndexOf("\n", node.from) + 1;
  const indent = /^[ \t]*/.exec(source.slice(lineStart, node.from))?.[0] ?? "";
  return textOf(node, source).replaceAll(`\n${indent}`, "\n").replace(/;$/, "");
}

function childrenOf(node: Node | null): Node[] {
  const children: Node[] = [];
  for (let child = node?.firstChild ?? null; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

function textOf(node: Node | null, source: string): string {
  return node === null ? "" : source.slice(node.from, node.to);
}
