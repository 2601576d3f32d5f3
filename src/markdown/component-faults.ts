import { didYouMean } from "../shared/nearest.ts";
import type { ComponentTag } from "./component-tag.ts";
import type { ComponentKind, PageEnv, TagFault } from "./env.ts";

/** The faults of an opening tag. @param place where it is */
export function tagFaults({ components }: PageEnv, tag: ComponentTag, place: "inline" | "block"): TagFault[] {
  const { name } = tag;
  const kind = components.get(name);
  if (kind === undefined) return [unknownComponent(name, [...components.keys()])];
  const fault = (message: string, hint: string) => ({ code: "component", message: `<${name}>${message}`, hint });
  const faults = [...attributeFaults(kind, tag)].map(([message, hint]) => fault(message, hint));
  if (kind.place === "block" && place === "inline") {
    faults.push(fault(" is inside a text", "put its tags at the start of lines, with blank lines around them"));
  } else if (kind.place === "inline" && place === "block") {
    faults.push(fault(" is not inside a text", `write its content and </${name}> on the same line`));
  }
  return faults;
}

function* attributeFaults({ attributes }: ComponentKind, { props, codes, repeated }: ComponentTag) {
  for (const key of repeated) yield [` has the attribute "${key}" twice`, "remove one of the two"] as const;
  const names = Object.keys(attributes ?? props);
  for (const key of [...Object.keys(props), ...codes]) {
    const values = attributes !== undefined && Object.hasOwn(attributes, key) ? attributes[key] : undefined;
    const value = typeof props[key] === "string" ? props[key] : String(JSON.stringify(props[key]));
    if (attributes !== undefined && values === undefined) {
      const hint = names.length === 0 ? "remove it" : `attributes: ${names.join(", ")}`;
      yield [` has no attribute "${key}"${didYouMean(key, names)}`, hint] as const;
    } else if (codes.includes(key)) {
      const hint = "write a literal: a string, a number, true, false, null, an array or an object";
      yield [`: "${key}" contains code, which Markdown pages do not run`, hint] as const;
    } else if (values !== undefined && values.length > 0 && !values.includes(value)) {
      yield [`: unknown ${key} "${value}"${didYouMean(value, values)}`, `values: ${values.join(", ")}`] as const;
    }
  }
}

const REMEDIES: Readonly<Record<string, TagFault["hint"]>> = {
  CodeBlock: "write the code between lines of ```",
  Include: 'write <Include file="./_part.md" /> on a line of its own, indented only by spaces',
};

/** What is written here for components of other generators. */
const EQUIVALENTS: Readonly<Record<string, string>> = {
  Tab: "<TabItem>",
  ...Object.fromEntries(["Note", "Tip", "Info", "Warning", "Danger"].map((name) => [name, `:::${name.toLowerCase()}`])),
  ...{ Admonition: ":::note", Aside: ":::note", Callout: ":::note", Caution: ":::caution" },
  ...{
    Accordion: ":::details",
    Details: ":::details",
    Steps: ":::steps",
    FileTree: ":::file-tree",
    Tree: ":::file-tree",
  },
  ...{
    CardGrid: ":::cards",
    CardGroup: ":::cards",
    Cards: ":::cards",
    LinkCard: ":::cards",
    CodeGroup: "::: code-group",
  },
};

/** The fault of a tag that no component has. */
export function unknownComponent(name: string, names: readonly string[]): TagFault {
  const message = name === "Include" ? "this <Include> includes no file" : `unknown component <${name}>`;
  const hint = `write it in backticks if it is text, or add it to components in site.config.ts; components: ${names.join(", ")}`;
  const meant = Object.hasOwn(EQUIVALENTS, name) ? EQUIVALENTS[name] : undefined;
  return {
    code: name === "Include" ? "include" : "unknown-component",
    message: `${message}${meant === undefined ? didYouMean(name, names) : `; did you mean ${meant}?`}`,
    hint: REMEDIES[name] ?? hint,
  };
}
