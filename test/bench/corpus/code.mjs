import { capital, NOUNS, VERBS } from "./words.mjs";

/** Languages of a page's blocks, in their order. */
export const LANGUAGES = ["js", "ts", "jsx", "bash", "html", "json"];
const LINES = { from: 8, to: 20 };

/** Code that no other page has. `die` makes its choices, `own` is the page's own word. */
export function codeOf(language, die, own) {
  const names = namesWith(die);
  const [head, statements, tail] = WRITERS[language](names, die, own);
  const lines = [...head];
  const room = die.between(LINES.from, LINES.to) - tail.length;
  while (lines.length < room) {
    const statement = die.pick(statements)();
    if (lines.length + statement.length <= room) lines.push(...statement);
  }
  return [...lines, ...tail].join("\n");
}

function namesWith(die) {
  const noun = () => die.pick(NOUNS);
  return {
    noun,
    verb: () => die.pick(VERBS),
    name: () => `${noun()}${capital(noun())}`,
    call: () => `${die.pick(VERBS)}${capital(noun())}`,
    type: () => `${capital(noun())}${capital(noun())}`,
    number: () => die.between(2, 9999),
  };
}

const WRITERS = { js, ts, jsx, bash, html, json };

function js({ noun, name, call, number }, die, own) {
  return [
    [
      `import { ${call()}, ${call()} } from "./${noun()}-${noun()}.js";`,
      "",
      `// Keeps the ${noun()} of ${own} in step with its ${noun()}.`,
      `export async function ${call()}(${noun()}, { limit = ${number()} } = {}) {`,
    ],
    [
      () => [`  const ${name()} = await ${call()}(${noun()}, ${number()});`],
      () => [`  if (${noun()}.${noun()} === undefined) throw new Error(\`no ${noun()} for \${${noun()}}\`);`],
      () => [
        `  for (const [${noun()}, value] of Object.entries(${noun()})) {`,
        `    ${name()}.set(value, ${number()});`,
        "  }",
      ],
      () => [`  let ${name()} = ${noun()}.map((item) => item.${noun()} * ${number()} + ${number()}); // ${noun()}`],
      () => [`  ${noun()}.${call()}("${noun()}", /${noun()}-(\\d+)/g, ${die.pick(["true", "false", "null"])});`],
    ],
    [`  return ${name()};`, "}"],
  ];
}

function ts({ noun, name, call, type, number }, die, own) {
  return [
    [
      `import type { ${type()} } from "${noun()}/${noun()}";`,
      "",
      `/** What ${own} knows of a ${noun()}. */`,
      `export interface ${type()}<T extends ${type()}> {`,
    ],
    [
      () => [`  readonly ${name()}: readonly ${die.pick(["string", "number", "boolean", "T"])}[];`],
      () => [`  ${name()}?: Map<string, ${type()}> | undefined;`],
      () => [`  ${call()}(${noun()}: T, ${noun()}: number): Promise<${type()} | null>;`],
      () => [
        `  /** The ${noun()} in use, ${number()} at most. */`,
        `  ${name()}: "${noun()}" | "${noun()}" | ${number()};`,
      ],
    ],
    ["}", "", `export const ${call()} = (${noun()}: ${type()}): number => ${noun()}.${noun()} ?? ${number()};`],
  ];
}

function jsx({ noun, name, call, type, number }, _die, own) {
  return [
    [
      'import { useState } from "react";',
      "",
      `export function ${type()}({ ${noun()}, on${type()} }) {`,
      `  const [${noun()}, set${type()}] = useState("${own}");`,
      "  return (",
      `    <section className="${noun()}">`,
    ],
    [
      () => [`      <h2 id="${noun()}-${number()}">{${noun()}.${noun()}}</h2>`],
      () => [`      <button type="button" onClick={() => ${call()}(${number()})}>Take the ${noun()}</button>`],
      () => [`      {${noun()} > ${number()} && <${type()} ${noun()}={${name()}} size={${number()}} />}`],
      () => [
        "      <ul>",
        `        {${noun()}.map((item) => <li key={item.${noun()}}>{item.${noun()}}</li>)}`,
        "      </ul>",
      ],
    ],
    ["    </section>", "  );", "}"],
  ];
}

function bash({ noun, verb, number }, _die, own) {
  const variable = () => noun().toUpperCase();
  return [
    ["#!/usr/bin/env bash", "set -euo pipefail", "", `# ${verb()} the ${noun()} of ${own}`],
    [
      () => [`${variable()}="\${1:-${noun()}}"`],
      () => [`export ${variable()}=${number()} # ${noun()}`],
      () => [
        `${noun()}-tool ${verb()} --${noun()} "$${variable()}" --limit=${number()} | grep -v '${noun()}' > ${noun()}.txt`,
      ],
      () => [
        `if [[ -f "${noun()}/${noun()}.json" ]]; then`,
        `  echo "${noun()} found: $(wc -l < ${noun()}.txt)"`,
        "fi",
      ],
      () => [`for file in ${noun()}/*.csv; do`, `  npx ${noun()} ${verb()} "$file" || exit ${number() % 250}`, "done"],
    ],
    [`echo "${noun()} done"`],
  ];
}

function html({ noun, type, number }, die, own) {
  return [
    [
      "<!doctype html>",
      '<html lang="en">',
      `<title>${own}</title>`,
      `<main class="${noun()}" data-${noun()}="${number()}">`,
    ],
    [
      () => [`  <h2 id="${noun()}-${number()}">${type()} &amp; ${noun()}</h2>`],
      () => [`  <p>The <em>${noun()}</em> has <code>${noun()}</code> and <a href="#${noun()}">${number()}</a>.</p>`],
      () => [`  <input type="${die.pick(["text", "number", "file"])}" name="${noun()}" value="${number()}" required>`],
      () => [`  <!-- ${noun()} of ${noun()} -->`],
      () => ["  <script>", `    document.querySelector(".${noun()}").hidden = ${number()} > 50;`, "  </script>"],
      () => ["  <style>", `    .${noun()} { color: #${number()}; margin: ${number()}px auto }`, "  </style>"],
    ],
    ["</main>", "</html>"],
  ];
}

function json({ noun, name, number }, die, own) {
  let count = 0;
  // Keys are numbered, since no code has the same key twice.
  const key = () => `${name()}${++count}`;
  return [
    ["{", `  "name": "${own}",`],
    [
      () => [`  "${key()}": "${noun()} ${noun()}",`],
      () => [`  "${key()}": ${number()},`],
      () => [`  "${key()}": [${number()}, ${number()}, ${die.pick(["true", "false", "null"])}],`],
      () => [`  "${key()}": {`, `    "${noun()}": "${noun()}@${number()}",`, `    "size": ${number() / 8}`, "  },"],
    ],
    [`  "version": "${number()}.${number()}.0"`, "}"],
  ];
}
