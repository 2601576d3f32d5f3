import { readFileSync } from "node:fs";
import { join } from "node:path";
import { typescriptLanguage } from "@codemirror/lang-javascript";
import { PROJECT } from "../helpers/docgen.ts";

/** What the library's type declarations declare. */
export interface Types {
  /** Functions that the package exports. */
  readonly functions: ReadonlySet<string>;
  /** Other values that it exports: `utils`, `version`. */
  readonly values: ReadonlySet<string>;
  readonly interfaces: readonly string[];
  /** Other names of types: `BookType`. */
  readonly aliases: readonly string[];
  /** Interfaces that an interface extends. */
  readonly basesOf: (name: string) => readonly string[];
  /** Members of an interface, inherited ones included. @throws where there is no such interface */
  readonly membersOf: (name: string) => ReadonlySet<string>;
  /** Texts of a union type, or of the type of an interface's member: `BookType`, `ParsingOptions.type`. */
  readonly textsOf: (name: string) => ReadonlySet<string>;
}

type Node = ReturnType<typeof typescriptLanguage.parser.parse>["topNode"];

/** Reads the declarations of the documented library. @throws where they do not parse as TypeScript */
export function readTypes(): Types {
  const source = readFileSync(join(PROJECT, "node_modules/xlsx/types/index.d.ts"), "utf8");
  const { topNode } = typescriptLanguage.parser.parse(source);
  const textOf = (node: Node | null) => (node === null ? "" : source.slice(node.from, node.to));
  const functions = new Set<string>();
  const values = new Set<string>();
  const interfaces = new Map<string, { members: Map<string, Node>; bases: string[] }>();
  const aliases = new Map<string, Node>();
  topNode.cursor().iterate(({ type, node }) => {
    if (type.isError) throw new Error(`declarations do not parse: ${source.slice(node.from - 40, node.from + 40)}`);
    const name = textOf(node.getChild("TypeDefinition") ?? node.getChild("VariableDefinition"));
    if (type.name === "FunctionDeclaration") functions.add(name);
    else if (type.name === "VariableDeclaration") values.add(name);
    else if (type.name === "TypeAliasDeclaration") aliases.set(name, node);
    else if (type.name === "InterfaceDeclaration") {
      const body = node.getChild("ObjectType");
      const members = [...(body?.getChildren("PropertyType") ?? []), ...(body?.getChildren("MethodType") ?? [])];
      interfaces.set(name, {
        members: new Map(
          members.map((member) => {
            const key = member.getChild("PropertyDefinition") ?? member.getChild("String");
            return [textOf(key).replaceAll(/^['"]|['"]$/g, ""), member];
          }),
        ),
        bases: node.getChildren("TypeName").map(textOf),
      });
    }
  });
  const find = (name: string) => {
    const found = interfaces.get(name);
    if (found === undefined) throw new Error(`the library declares no interface ${name}`);
    return found;
  };
  const membersOf = (name: string): ReadonlySet<string> => {
    const { members, bases } = find(name);
    return new Set([...members.keys(), ...bases.flatMap((base) => [...membersOf(base)])]);
  };
  const textsOf = (name: string): ReadonlySet<string> => {
    const [owner = "", member] = name.split(".");
    const node = member === undefined ? aliases.get(owner) : find(owner).members.get(member);
    if (node === undefined) throw new Error(`the library declares no type ${name}`);
    return new Set(
      [...textOf(node).matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, single, double]) => single ?? double ?? ""),
    );
  };
  const basesOf = (name: string): string[] => {
    const bases = interfaces.get(name)?.bases ?? [];
    return [...bases, ...bases.flatMap(basesOf)];
  };
  return {
    functions,
    values,
    interfaces: [...interfaces.keys()],
    aliases: [...aliases.keys()],
    basesOf,
    membersOf,
    textsOf,
  };
}
