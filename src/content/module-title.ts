import { parser } from "@lezer/javascript";
import JSON5 from "json5";
import { attempt } from "../shared/attempt.ts";

const modules = parser.configure({ dialect: "jsx ts" });

/**
 * The title that a React page exports as a string: `export const title = "Start";`. Read from its source, as sidebars and
 * the search name pages before any code runs.
 *
 * @param source JavaScript or TypeScript, with JSX
 * @returns undefined if there is none, or if it is computed
 */
export function exportedTitle(source: string): string | undefined {
  for (const statement of modules.parse(source).topNode.getChildren("ExportDeclaration")) {
    let name = "";
    for (let node = statement.getChild("VariableDeclaration")?.firstChild; node; node = node.nextSibling) {
      const text = source.slice(node.from, node.to);
      if (node.name === "VariableDefinition") name = text;
      if (name === "title" && node.name === "String") return attempt(() => JSON5.parse<string>(text));
    }
  }
  return undefined;
}
