/** What is looked at of a schema of valibot. */
export interface Schema {
  readonly kind: string;
  readonly type: string;
  readonly pipe?: readonly Schema[];
  readonly requirement?: unknown;
  readonly wrapped?: Schema;
  readonly default?: unknown;
  readonly item?: Schema;
  readonly value?: Schema;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly entries?: Readonly<Record<string, Schema>>;
}

/** How editors read the file: those of YAML take `2024` and `true` for no texts, which docgen does. */
export type Language = "json" | "yaml";

/**
 * A JSON Schema of the keys of a file, made from those of valibot. It refuses nothing that docgen takes.
 *
 * @param texts a sentence for each key
 */
export function jsonSchema(
  title: string,
  language: Language,
  schemas: Readonly<Record<string, unknown>>,
  texts: Readonly<Record<string, string>>,
): string {
  const properties = Object.entries(schemas).map(([key, schema]) => {
    const rule = convert(schema as Schema, language);
    // A key without a value says nothing in front matter.
    const own = language === "yaml" ? orNull(rule) : rule;
    return [key, { ...own, description: texts[key] }];
  });
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title,
    type: "object",
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function convert(schema: Schema, language: Language): object {
  const { pipe = [schema] } = schema;
  const parts = pipe.filter(({ kind }) => kind === "schema");
  const last = parts.at(-1) ?? schema;
  const textTypes = language === "json" ? "string" : ["string", "number", "boolean"];
  const inner = (one: unknown) => convert(one as Schema, language);
  // What is first taken as anything is made into a list or an object where it is written shorter.
  const isShort = parts.length > 1 && parts[0]?.type === "unknown";
  switch (last.type) {
    case "string": {
      const pattern = pipe.map(({ requirement }) => requirement).find((one) => one instanceof RegExp);
      if (pattern === undefined) return { type: textTypes };
      // Editors compare only strings with a pattern: where that of numbers holds, true and false must fail by their type.
      const isNumber = language === "yaml" && !pattern.test("true");
      return { type: isNumber ? ["number", "string"] : textTypes, pattern: pattern.source };
    }
    case "number":
    case "boolean":
      return { type: last.type };
    case "picklist":
      return {
        enum: [...new Set((last.options ?? []).flatMap((one) => (language === "yaml" ? [fromYaml(one), one] : one)))],
      };
    case "literal":
      return { const: last.literal };
    case "nullable":
      return orNull(inner(last.wrapped));
    case "exact_optional":
      return inner(last.wrapped);
    case "array":
      return isShort
        ? { anyOf: [inner(last.item), { type: "array", items: inner(last.item) }] }
        : { type: "array", items: inner(last.item) };
    case "record":
      return { type: "object", additionalProperties: inner(last.value) };
    case "union":
    case "variant":
      return { anyOf: (last.options ?? []).map(inner) };
    case "object":
    case "strict_object": {
      const entries = Object.entries(last.entries ?? {});
      const required = entries.filter(([, { type }]) => type !== "exact_optional").map(([key]) => key);
      const object = {
        type: "object",
        properties: Object.fromEntries(entries.map(([key, one]) => [key, inner(one)])),
        ...(required.length > 0 ? { required } : {}),
        ...(last.type === "strict_object" ? { additionalProperties: false } : {}),
      };
      return isShort ? { anyOf: [{ type: textTypes }, object] } : object;
    }
    case "unknown":
      return {};
    default:
      throw new Error(`no JSON Schema for a schema of the type ${last.type}: add it here`);
  }
}

function orNull(rule: object): object {
  if ("type" in rule) return { ...rule, type: [...new Set([rule.type, "null"].flat())] };
  if ("enum" in rule) return { enum: [...(rule.enum as unknown[]), null] };
  return "anyOf" in rule ? { anyOf: [...(rule.anyOf as unknown[]), { type: "null" }] } : rule;
}

const fromYaml = (word: unknown): unknown => (word === "true" ? true : word === "false" ? false : word);
