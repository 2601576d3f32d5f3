// ```js title="sheet.js" {2,4-6} showLineNumbers
// ```jsx live   ```jsx live noInline   ```jsx live height=180, and ```text output for its recorded result
// ```jsx live input=a.csv expects="a table of numbers"
import type { MarkdownIt, Token } from "markdown-it";
import { type CodeBlock, codeKey } from "../../highlight/highlighter.ts";
import type { Position } from "../../shared/problem.ts";
import { escapeHtml, startTag, wordSet } from "../../shared/text.ts";
import { translate } from "../../shared/translate.ts";
import { extractMarks, type MarkedCode, markWords, wrapLines } from "../code-marks.ts";
import { codeMark } from "../document.ts";
import { type PageEnv, pageOf, reportProblem, sourceLineOf } from "../env.ts";
import {
  checkFenceWords,
  type FenceMeta,
  isVersion,
  parseFenceMeta,
  sampleFaults,
  VERSION_MARKS,
  versionMarks,
} from "../fence-meta.ts";
import { addKeptFiles, keptFileLinks } from "../kept-files.ts";
import { declarationPart } from "./api-components.ts";
import { markNames } from "./api-mentions.ts";
import { mismatchedMarkHint } from "./containers.ts";

/** Renders code fences and collects the samples among them. `client/enhance/copy-buttons.ts` adds the buttons. */
export function codeBlocks(md: MarkdownIt): void {
  md.core.ruler.push("code_samples", (state) => {
    const env = pageOf(state.env);
    for (const token of state.tokens) {
      if (token.type !== "fence") continue;
      token.info = md.utils.unescapeAll(token.info);
      collectSample(env, token);
      addKeptFiles(env, token, fencePlace(env, token));
    }
    for (const [index, token] of state.tokens.entries()) takeRecordedOutput(token, state.tokens[index + 1]);
  });
  md.renderer.rules.fence = (tokens, index, _options, env) => codeBlock(tokens[index], pageOf(env));
  md.renderer.rules.code_block = (tokens, index, _options, env) => codeBlock(tokens[index], pageOf(env));
}

/** Moves the output fence after a live sample into the sample: it is the result that is shown until the sample runs. */
function takeRecordedOutput(token: Token, next: Token | undefined): void {
  if (token.type !== "fence" || next?.type !== "fence") return;
  if (!parseFenceMeta(token.info).flags.has("live") || !parseFenceMeta(next.info).flags.has("output")) return;
  token.meta = { output: next.content.trimEnd() };
  next.hidden = true;
}

/** The distinct code blocks of a page, without marker comments, each with the position of its first occurrence. */
export function codeBlocksOf(tokens: readonly Token[], env: PageEnv): (CodeBlock & Position)[] {
  const blocks = new Map<string, CodeBlock & Position>();
  for (const token of tokens) {
    if (token.type !== "fence") continue;
    const meta = parseFenceMeta(token.info);
    if (meta.language === "") continue;
    const block = { language: meta.language, code: shownCode(token, meta).code };
    const key = codeKey(block);
    if (!blocks.has(key)) blocks.set(key, { ...block, ...fencePlace(env, token) });
  }
  return [...blocks.values()];
}

function shownCode(token: Token, { lines, words }: FenceMeta): MarkedCode {
  return extractMarks(token.content.replace(/\n$/, ""), lines, words);
}

function fencePlace(env: PageEnv, token: Token): Position {
  const [start = 0] = token.map ?? [];
  return { ...sourceLineOf(env, start), column: Math.max(0, env.lines[start]?.text.indexOf(token.markup) ?? 0) + 1 };
}

function collectSample(env: PageEnv, token: Token): void {
  const [start = 0, end = start] = token.map ?? [];
  const meta = parseFenceMeta(token.info);
  const { language, flags } = meta;
  const position = fencePlace(env, token);
  env.samples.push({
    language,
    meta: token.info.trim().slice(language.length).trim(),
    code: token.content,
    indent: position.column - 1,
    ...position,
  });
  const last = (env.lines[end - 1]?.text ?? "").replace(/^[\s>]*/, "").trim();
  const closes = end - 1 > start && /^(`{3,}|~{3,})$/.test(last) && last.startsWith(token.markup);
  const isFence = /^[`~]/.test(token.markup);
  if (isFence && !closes) {
    const hint = `close it with a line of ${token.markup}${mismatchedMarkHint(env, start, end)}`;
    reportProblem(env, start, { code: "unclosed", message: "code fence is not closed", hint, column: position.column });
  }
  for (const fault of sampleFaults(meta)) reportProblem(env, start, { code: "sample-words", ...fault });
  const module = /^(?:import\s*["'{*\w]|export\s+(?:default|const|function|class)\b)/m.exec(token.content);
  if (flags.has("live") && module !== null) {
    const line = start + token.content.slice(0, module.index).split("\n").length;
    const message = "a live sample can't be a module: readers would see an error instead";
    const hint = "remove import and export: React and the library of live.library are available without them";
    reportProblem(env, line, { severity: "warning", code: "fence", message, hint });
  }
  if (flags.has("live")) checkInput(env, start, token.content, meta);
  for (const { line, message, hint } of shownCode(token, meta).faults) {
    reportProblem(env, start + 1 + line, { severity: "warning", code: "fence", message, hint });
  }
  for (const name of VERSION_MARKS) {
    const version = meta.options.get(name) ?? (flags.has(name) ? "" : undefined);
    if (version === undefined || isVersion(version)) continue;
    const message = `${name} "${version}" is not a version`;
    reportProblem(env, start, { code: "fence", message, hint: `write ${name}=0.20` });
  }
}

/** Reports an input that the sample doesn't read: the reader's file would change nothing. */
function checkInput(env: PageEnv, line: number, code: string, { flags, options }: InputWords): void {
  const warn = (message: string, hint: string) => {
    reportProblem(env, line, { severity: "warning", code: "fence", message, hint });
  };
  const file = options.get("input");
  if (file !== undefined && !code.includes(file)) {
    warn(`input=${file} is not in the code`, "name the file that the sample fetches");
  } else if (flags.has("input") && !FILE_INPUTS.some((attribute) => code.includes(attribute))) {
    warn('"input" names no file, and the code has no <input type="file">', "write input=a.csv");
  }
}

type InputWords = Pick<FenceMeta, "flags" | "options">;

const SHOW_ALL = { id: "theme.CodeBlock.showAll", message: "Show all {count} lines" };
/** Code with more lines than this is folded. */
const MAX_LINES = 40;
/** Languages of code in which names of an API link to what documents them. */
const NAMING_LANGUAGES = wordSet("js jsx mjs cjs ts tsx mts javascript typescript");
const OUTPUT = { id: "theme.CodeBlock.output", message: "Output" };

function codeBlock(token: Token | undefined, env: PageEnv): string {
  if (token === undefined) return "";
  const meta = parseFenceMeta(token.info);
  const { language, flags } = meta;
  if (language === "mermaid") {
    env.uses.add("mermaid");
    const source = token.content.trimEnd();
    checkFenceWords(env, token, meta, source);
    return mermaidFigure(source, meta.options.get("title"));
  }
  const { code, marks, words } = shownCode(token, meta);
  checkFenceWords(env, token, meta, code);
  if (token.hidden) return "";
  const highlighted = env.highlighted.get(codeKey({ language, code }));
  const declaration = declarationPart(token);
  const written = (highlighted ?? code.split("\n").map(escapeHtml)).map((line) => markWords(line, words));
  const isScript = NAMING_LANGUAGES.has(language) && !flags.has("live");
  const lines = isScript ? markNames(env, written, declaration !== undefined) : written;
  const isNumbered = flags.has("showLineNumbers") || meta.options.has("showLineNumbers");
  const isLive = flags.has("live");
  if (isLive) env.uses.add("live");
  const isFolded = lines.length > MAX_LINES && !flags.has("nofold") && !isLive;
  const hasFocus = [...marks.values()].some((names) => names.has("focused"));
  const classes = [
    "code",
    flags.has("output") && "output",
    isNumbered && "numbered",
    flags.has("wrap") && "wrap",
    hasFocus && "focusing",
    isFolded && "folded",
    isLive && "live",
  ];
  const figure = startTag("figure", {
    class: classes.filter((name) => name !== false).join(" "),
    id: declaration?.id || undefined,
    "data-lang": language || undefined,
    "data-live": isLive && (flags.has("noInline") ? "no-inline" : "inline"),
  });
  const start = Number.parseInt(meta.options.get("showLineNumbers") ?? "1", 10) || 1;
  const from = start === 1 ? "" : ` style="counter-reset:line ${start - 1}"`;
  const body = isNumbered || marks.size > 0 ? wrapLines(lines, marks) : `${lines.join("\n")}\n`;
  env.codeContents.push(body);
  const content = codeMark(env.codeContents.length - 1);
  const showAll = isFolded ? translate(env.texts, SHOW_ALL, { count: lines.length }) : "";
  // The `details` has no content: while it is open, the style sheet shows all of the code next to it.
  const fold = isFolded ? `<details class="fold"><summary>${escapeHtml(showAll)}</summary></details>` : "";
  return `${figure}${captionOf(meta, env)}${isLive ? liveBoxes(meta, token.meta?.output as string | undefined, env) : ""}<pre tabindex="0"${from}><code>${content}</code></pre>${fold}${keptFileLinks(token, env)}</figure>\n`;
}

/** What the code of a sample has where a reader chooses a file. */
const FILE_INPUTS = ['type="file"', "type='file'"];

/** The recorded result of a live sample, and placeholders with a reserved height that `client/live` fills. */
function liveBoxes({ flags, options }: FenceMeta, output: string | undefined, { texts }: PageEnv): string {
  const height = /^\d{1,4}$/.exec(options.get("height") ?? "")?.[0];
  const style = height === undefined ? "" : ` style="--live-height:${height}px"`;
  const label = escapeHtml(translate(texts, OUTPUT));
  const recorded =
    output === undefined
      ? ""
      : `<samp class="live-output" tabindex="0" role="group" aria-label="${label}">${escapeHtml(output)}</samp>`;
  return `<div class="live-result"${style}>${recorded}</div><div class="live-bar"></div>${inputBox({ flags, options }, texts)}`;
}

const OFFER = {
  id: "theme.Playground.input",
  message: "Open or drop your own file: it stays in this tab and is never sent.",
};
const EXPECTED = { id: "theme.Playground.inputExpected", message: "Expected: {expects}" };

/** Placeholder for the reader's file, with its texts as attributes. `client/live/reader-input.ts` fills it. */
function inputBox({ flags, options }: InputWords, texts: PageEnv["texts"]): string {
  const input = options.get("input") ?? (flags.has("input") ? "" : undefined);
  if (input === undefined) return "";
  const expects = options.get("expects");
  const expected = expects === undefined ? "" : translate(texts, EXPECTED, { expects });
  const data = { "data-input": input, "data-offer": translate(texts, OFFER), "data-expected": expected };
  return `${startTag("div", { class: "live-input", ...data })}</div>`;
}

/** The caption with the block's title and the library versions that have the code; empty if the fence has neither. */
function captionOf({ flags, options }: FenceMeta, { texts }: PageEnv): string {
  const title = options.get("title") ?? (flags.has("output") ? translate(texts, OUTPUT) : undefined);
  const marks = versionMarks(options).map((text) => `<span class="badge info">${escapeHtml(text)}</span>`);
  const parts = [title === undefined ? "" : escapeHtml(title), ...marks];
  const caption = parts.filter((part) => part !== "").join(" ");
  return caption === "" ? "" : `<figcaption>${caption}</figcaption>`;
}

// ```mermaid

/** A diagram as its source, which the client script replaces with a drawing. @param title caption */
export function mermaidFigure(source: string, title: string | undefined): string {
  return `<figure class="mermaid">${caption(title)}<pre tabindex="0"><code>${escapeHtml(source)}</code></pre></figure>\n`;
}

/** A diagram that was drawn in advance. @param svg with ids that are unique in the page */
export function drawnFigure(svg: string, title: string | undefined): string {
  return `<figure class="mermaid" data-drawn>${caption(title)}<div class="diagram" tabindex="0">${svg}</div></figure>\n`;
}

function caption(title: string | undefined): string {
  return title === undefined ? "" : `<figcaption>${escapeHtml(title)}</figcaption>`;
}
