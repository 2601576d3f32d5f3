/**
 * The token classes of the theme, with the TextMate scopes of each. Code is tokenised once; `theme/styles/code.css`
 * gives each class a colour per mode.
 */
export const TOKEN_SCOPES: Readonly<Record<string, readonly string[]>> = {
  c: ["comment", "punctuation.definition.comment", "string.comment"],
  s: ["string", "punctuation.definition.string", "constant.other.symbol", "markup.inline.raw", "string.template"],
  n: ["constant.numeric", "constant.language", "constant.character", "support.constant", "keyword.other.unit"],
  k: [
    "keyword",
    "storage",
    "keyword.operator.new",
    "keyword.operator.expression",
    "variable.language",
    "punctuation.definition.keyword",
    "meta.diff.header",
  ],
  o: ["keyword.operator", "storage.type.function.arrow"],
  f: ["entity.name.function", "support.function", "meta.function-call entity.name.function", "variable.function"],
  t: [
    "entity.name.type",
    "entity.name.class",
    "support.type",
    "support.class",
    "entity.other.inherited-class",
    "entity.name.namespace",
  ],
  g: [
    "entity.name.tag",
    "punctuation.definition.tag",
    "meta.selector entity.name",
    "entity.name.section",
    "markup.heading",
  ],
  a: [
    "entity.other.attribute-name",
    "support.type.property-name",
    "meta.object-literal.key",
    "variable.other.property",
    "variable.other.object.property",
    "support.variable.property",
  ],
  v: ["variable.parameter"],
  r: [
    "string.regexp",
    "constant.character.escape",
    "punctuation.section.embedded",
    "punctuation.definition.template-expression",
  ],
  i: ["markup.inserted", "punctuation.definition.inserted"],
  d: ["markup.deleted", "punctuation.definition.deleted"],
  p: ["punctuation", "meta.brace"],
  b: ["markup.bold"],
  e: ["markup.italic"],
};
