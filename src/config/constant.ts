import { parse } from "acorn";
import { attempt } from "../shared/attempt.ts";
import { wordSet } from "../shared/text.ts";

/** Globals whose results depend on their arguments only; those of all other globals may differ from run to run. */
const CONSTANT = wordSet(
  "Array Boolean Infinity JSON Map NaN Number Object RegExp Set String isFinite isNaN parseFloat parseInt undefined",
);
/** Properties that lead to other globals, or whose results depend on the machine. */
const VARYING_PROPERTY = /^(?:constructor|localeCompare|toLocale.*)$/;

/** Whether a bundled module is a constant: it refers to nothing whose result can change. */
export function isConstant(code: string): boolean {
  const varying = new Set(Object.getOwnPropertyNames(globalThis).filter((name) => !CONSTANT.has(name)));
  return attempt(() => !refersTo(parse(code, { ecmaVersion: "latest", sourceType: "module" }), varying)) ?? false;
}

/**
 * Whether a part of a syntax tree refers to other modules, to one of the given globals or to a varying property.
 *
 * @param isProperty whether a name in this place is a property rather than a variable
 */
function refersTo(part: unknown, globals: ReadonlySet<string>, isProperty = false): boolean {
  if (Array.isArray(part)) return part.some((one) => refersTo(one, globals));
  if (!isNode(part)) return false;
  const { type, name, value, computed } = part;
  if (type === "Identifier") return VARYING_PROPERTY.test(String(name)) || (!isProperty && globals.has(String(name)));
  if (type === "Literal") return VARYING_PROPERTY.test(String(value));
  if (type === "MetaProperty" || type.startsWith("Import")) return true;
  return Object.entries(part).some(([field, inside]) =>
    refersTo(inside, globals, computed === false && (field === "key" || field === "property")),
  );
}

function isNode(value: unknown): value is Readonly<Record<string, unknown>> & { readonly type: string } {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
