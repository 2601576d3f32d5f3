import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { codeToTokensBase, createShikiPrimitiveAsync, type RegexEngine } from "shiki/core";
import { createOnigurumaEngine } from "shiki/engine/oniguruma";
import { bundledLanguages, bundledLanguagesInfo } from "shiki/langs";
import githubLight from "shiki/themes/github-light.mjs";
import { expect, test } from "vitest";
import { type GroupCache, toAsciiPattern } from "../../src/highlight/engine/ascii-pattern.ts";
import { charsOf } from "../../src/highlight/engine/ascii-set.ts";
import { mayMatch } from "../../src/highlight/engine/prefilter.ts";
import { createRegexEngine } from "../../src/highlight/engine/regex-engine.ts";
import { createLineTokeniser } from "../../src/highlight/tokeniser.ts";
import { check, hostileText, PATIENCE } from "./check.ts";

const oniguruma = await createOnigurumaEngine(import("shiki/wasm"));
const languages = bundledLanguagesInfo.map(({ id }) => id);
const CONTENT = fileURLToPath(new URL("../../content/", import.meta.url));
const blocks = readdirSync(CONTENT, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".md"))
  .flatMap((file) => readFileSync(join(CONTENT, file), "utf8").split(/^```.*$/m))
  .filter((_, index) => index % 2 === 1);

async function patternsOf(language: string): Promise<string[]> {
  const load = (bundledLanguages as Record<string, () => Promise<{ default: unknown }>>)[language];
  const patterns: string[] = [];
  const visit = (value: unknown, key?: string) => {
    if (typeof value === "string") {
      if (["match", "begin", "end", "while"].includes(key ?? "")) {
        // So TextMate writes that a line, or where the last match ended, is not where one stands.
        patterns.push(value, value.replace(/\\[AG]/g, "\\\uffff"));
      }
    } else if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) visit(inner, name);
    }
  };
  visit((await load?.())?.default);
  return [...new Set(patterns)];
}

const patterns = [...new Set((await Promise.all(languages.map(patternsOf))).flat())];
const words = [...new Set(blocks.join("\n").match(/\p{ASCII}{1,12}?\b/gu))];
/** Lines of what the pattern speaks of, among other things. */
const patternAndLine = fc.constantFrom(...patterns).chain((pattern) => {
  const own = pattern.match(/[a-zA-Z]{2,}|[^a-zA-Z\s\\]|\s/g) ?? ["x"];
  const pieces = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...own) },
      { weight: 3, arbitrary: fc.constantFrom(...words) },
      { weight: 3, arbitrary: fc.string({ unit: "grapheme-ascii", maxLength: 3 }) },
    ),
    { maxLength: 12 },
  );
  const line = fc.tuple(pieces, fc.constantFrom("\n", "")).map(([texts, end]) => {
    return texts.join("").replace(/\P{ASCII}|\n/gu, "") + end;
  });
  return fc.tuple(fc.constant(pattern), line, fc.nat(80));
});

test("a pattern in JavaScript finds what it finds in Oniguruma", PATIENCE, async () => {
  let read = 0;
  const known: GroupCache = new Map();
  const property = fc.property(patternAndLine, ([pattern, line, at]) => {
    const own = toAsciiPattern(pattern, known);
    if (own === undefined) return;
    read++;
    const from = Math.min(at, line.length);
    const scanner = oniguruma.createScanner([pattern]);
    const captures = scanner.findNextMatchSync(line, from, 0)?.captureIndices;
    scanner.dispose?.();
    own.expression.lastIndex = from;
    const found = own.expression.exec(line);
    expect(found === null ? null : [found.index, own.expression.lastIndex]).toEqual(
      captures === undefined ? null : [captures[0]?.start, captures[0]?.end],
    );
    if (captures === undefined) return;
    expect(captures.length).toBe(own.groups + 1);
    const lower = line.toLowerCase();
    expect(own.prefilter === undefined || mayMatch(lower, charsOf(lower), own.prefilter)).toBe(true);
  });
  await check(property, 0.1);
  expect(read).toBeGreaterThan(100);
});

test("a pattern that only Oniguruma can read is left to it", () => {
  const others = [
    "a{3,2}",
    "(a",
    "a)",
    "[a",
    "[z-a]",
    "*a",
    "a**",
    "(a*)*",
    "\\p{constructor}",
    "(?<x>a)\\k<x>",
    "(?~a)",
    "\\",
    "",
  ];
  const read = others.filter((pattern) => toAsciiPattern(pattern, new Map()) !== undefined);
  expect(read).toEqual([""]);
});

test("most patterns are read", () => {
  const read = patterns.filter((pattern) => toAsciiPattern(pattern, new Map()) !== undefined);
  expect(read.length / patterns.length).toBeGreaterThan(0.85);
});

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
