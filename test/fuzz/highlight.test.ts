import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { codeToTokensBase, createShikiPrimitiveAsync, type RegexEngine } from "shiki/core";
import { createOnigurumaEngine } from "shiki/engine/oniguruma";
import { bundledLanguages, bundledLanguagesInfo } from "shiki/langs";
import githubLight from "shiki/themes/github-light.mjs";
import { expect, test } from "vitest";
import { createLineTokeniser } from "../../src/highlight/lines.ts";
import { createRegexEngine } from "../../src/highlight/regex-engine.ts";
import { check, hostileText, PATIENCE } from "./check.ts";

const oniguruma = await createOnigurumaEngine(import("shiki/wasm"));
const languages = bundledLanguagesInfo.map(({ id }) => id);
const CONTENT = fileURLToPath(new URL("../../content/", import.meta.url));
const blocks = readdirSync(CONTENT, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".md"))
  .flatMap((file) => readFileSync(join(CONTENT, file), "utf8").split(/^```.*$/m))
  .filter((_, index) => index % 2 === 1);

test("code has the tokens that Oniguruma alone gives it, in every language", PATIENCE, async () => {
  const engine = createRegexEngine(oniguruma);
  const tokensOf = async (language: string, code: string, used: RegexEngine) => {
    const langs = [bundledLanguages[language as keyof typeof bundledLanguages]];
    const primitive = await createShikiPrimitiveAsync({ themes: [githubLight], langs, engine: used, warnings: false });
    const tokens = codeToTokensBase(primitive, code, {
      lang: language,
      theme: "github-light",
      includeExplanation: "scopeName",
      tokenizeTimeLimit: 0,
      tokenizeMaxLineLength: 2000,
    });
    primitive.dispose();
    return tokens;
  };
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...blocks).map((block) => block.slice(0, 1500)) },
    { weight: 1, arbitrary: hostileText },
    {
      weight: 1,
      arbitrary: fc.constantFrom("é", "“", "\r", "\u2028", "ſ", "\u212a", "\t", "<?php ", "`${", "/*", "<%"),
    },
  );
  const code = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(""));
  const property = fc.asyncProperty(fc.constantFrom(...languages), code, async (language, text) => {
    expect(await tokensOf(language, text, engine)).toEqual(await tokensOf(language, text, oniguruma));
  });
  await check(property, 40);
});

test("a line has the tokens that it has without any code before, wherever it stood already", PATIENCE, async () => {
  const engine = createRegexEngine(oniguruma);
  const opening = [
    "/*",
    "`${",
    '"""',
    "<!--",
    "- |",
    "> a",
    "    b",
    "if (a) {",
    "<script>",
    "```js",
    "#if 0",
    "\\",
    "'",
    "}",
  ];
  const pool = fc
    .tuple(fc.constantFrom(...blocks), fc.array(fc.oneof(fc.constantFrom(...opening), hostileText), { maxLength: 6 }))
    .map(([block, others]) => [...block.split("\n").slice(0, 8), ...others.map((text) => text.replace(/[\r\n]/g, ""))]);
  const codes = pool.chain((lines) => {
    const code = fc.array(fc.constantFrom(...lines), { minLength: 1, maxLength: 12 }).map((some) => some.join("\n"));
    return fc.array(code, { minLength: 2, maxLength: 8 });
  });
  const property = fc.asyncProperty(fc.constantFrom(...languages), codes, async (language, texts) => {
    const langs = [bundledLanguages[language as keyof typeof bundledLanguages]];
    const primitive = await createShikiPrimitiveAsync({ themes: [githubLight], langs, engine, warnings: false });
    const { colorMap } = primitive.setTheme("github-light");
    const tokenise = createLineTokeniser(primitive.getLanguage(language), colorMap);
    for (const text of texts) {
      const tokens = codeToTokensBase(primitive, text, { lang: language, theme: "github-light", tokenizeTimeLimit: 0 });
      const anew = tokens.map((line) => line.flatMap(({ content, color = "" }) => signsWith(content, color)));
      expect(tokenise(text).map(signsOfHtml)).toEqual(anew);
    }
    primitive.dispose();
  });
  await check(property, 8);
});

const ENTITIES: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"' };

/** Each visible sign of a token with its colour. */
function signsWith(text: string, color: string): string[] {
  return [...text].filter((sign) => sign.trim() !== "").map((sign) => `${sign} ${color}`);
}

function signsOfHtml(html: string): string[] {
  return [...html.matchAll(/(?:<span class="([^"]*)">)?([^<]+)(?:<\/span>)?/g)].flatMap(([, color = "", text = ""]) => {
    return signsWith(
      text.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity),
      color,
    );
  });
}
