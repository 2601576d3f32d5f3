import { tags as t, tagHighlighter } from "@lezer/highlight";

/** The token classes of the site's code blocks for what the editor's parser finds. */
export const tokenClasses = tagHighlighter([
  { tag: t.comment, class: "c" },
  { tag: t.string, class: "s" },
  { tag: [t.number, t.bool, t.null, t.atom], class: "n" },
  { tag: [t.keyword, t.self, t.modifier], class: "k" },
  { tag: [t.operator, t.derefOperator], class: "o" },
  {
    tag: [t.function(t.variableName), t.function(t.propertyName), t.function(t.definition(t.variableName))],
    class: "f",
  },
  { tag: [t.typeName, t.className, t.namespace], class: "t" },
  { tag: [t.tagName, t.angleBracket], class: "g" },
  { tag: [t.attributeName, t.propertyName], class: "a" },
  { tag: [t.regexp, t.escape, t.special(t.brace)], class: "r" },
  { tag: [t.punctuation, t.separator, t.bracket], class: "p" },
]);
