// ```js title="sheet.js" {2,4-6} showLineNumbers
import type { MarkdownIt, Token } from "markdown-it";
import { escapeHtml } from "../../shared/text.ts";
import { type PageEnv, pageOf, report } from "../env.ts";
import { type FenceMeta, parseFenceMeta } from "../fence-meta.ts";

const MARKER = /^\s*(?:\/\/|#|--|;|%|\/\*|<!--|\{\/\*)\s*highlight-(next-line|start|end)\s*(?:\*\/\}|\*\/|-->)?\s*$/;

/** Code without its marker lines, and the lines that were marked (from 1). */
interface MarkedCode {
  readonly code: string;
  readonly marked: ReadonlySet<number>;
}

export function codeBlocks(md: MarkdownIt): void {
  md.core.ruler.push("code_samples", (state) => {
    const env = pageOf(state.env);
    for (const token of state.tokens) {
      if (token.type !== "fence") continue;
      token.info = md.utils.unescapeAll(token.info);
      collectSample(env, token);
    }
  });
  md.renderer.rules.fence = (tokens, index, _options, env) => codeBlock(tokens[index], pageOf(env));
  md.renderer.rules.code_block = (tokens, index, _options, env) => codeBlock(tokens[index], pageOf(env));
}

/** Languages that a page's fences name. */
export function languagesOf(tokens: readonly Token[]): string[] {
  const fences = tokens.filter((token) => token.type === "fence");
  return [...new Set(fences.map((token) => parseFenceMeta(token.info).language).filter((name) => name !== ""))];
}

function collectSample(env: PageEnv, token: Token): void {
  const [start = 0, end = start] = token.map ?? [];
  const { language, flags } = parseFenceMeta(token.info);
  const indent = Math.max(0, env.lines[start]?.indexOf(token.markup) ?? 0);
  env.samples.push({
    language,
    meta: token.info.trim().slice(language.length).trim(),
    code: token.content,
    indent,
    line: env.bodyLine + start,
    column: indent + 1,
  });
  const last = (env.lines[end - 1] ?? "").replace(/^[\s>]*/, "").trim();
  const closes = end - 1 > start && /^(`{3,}|~{3,})$/.test(last) && last.startsWith(token.markup);
  if (!closes) {
    report(env, start, {
      severity: "error",
      code: "unclosed",
      message: "code fence is not closed",
      hint: `end it with a line of ${token.markup}`,
      column: indent + 1,
    });
  }
  if (flags.has("live") && !["jsx", "tsx"].includes(language)) {
    report(env, start, { severity: "error", code: "fence", message: `"live" is for jsx, not for "${language}"` });
  }
}

function codeBlock(token: Token | undefined, env: PageEnv): string {
  if (token === undefined) return "";
  const meta = parseFenceMeta(token.info);
  const { code, marked } = takeMarkers(token.content.replace(/\n$/, ""), meta.lines);
  const lines = meta.language === "" ? undefined : env.highlight(code, meta.language);
  const html = lines ?? code.split("\n").map(escapeHtml);
  const isOutput = meta.flags.has("output");
  const title = meta.options.get("title") ?? (isOutput ? "Output" : undefined);
  const caption = title === undefined ? "" : `<figcaption>${escapeHtml(title)}</figcaption>`;
  const numbered = meta.flags.has("showLineNumbers") || meta.options.has("showLineNumbers");
  const classes = ["code", ...(isOutput ? ["output"] : []), ...(numbered ? ["numbered"] : [])].join(" ");
  const language = meta.language === "" ? "" : ` data-lang="${escapeHtml(meta.language)}"`;
  const body = numbered || marked.size > 0 ? wrapLines(html, marked) : `${html.join("\n")}\n`;
  const from = startOf(meta) === 1 ? "" : ` style="counter-reset:line ${startOf(meta) - 1}"`;
  return `<figure class="${classes}"${language}>${caption}<pre tabindex="0"${from}><code>${body}</code></pre></figure>\n`;
}

function startOf(meta: FenceMeta): number {
  return Number.parseInt(meta.options.get("showLineNumbers") ?? "1", 10) || 1;
}

/** Each line in an element of its own, where marks or numbers need one. */
function wrapLines(lines: readonly string[], marked: ReadonlySet<number>): string {
  return lines
    .map((line, index) => `<span class="line${marked.has(index + 1) ? " marked" : ""}">${line}\n</span>`)
    .join("");
}

/** Takes `// highlight-next-line`, `-start` and `-end` out of the code, in any comment syntax. */
function takeMarkers(source: string, given: ReadonlySet<number>): MarkedCode {
  if (!source.includes("highlight-")) return { code: source, marked: given };
  const marked = new Set(given);
  const kept: string[] = [];
  let inRange = false;
  let next = false;
  for (const line of source.split("\n")) {
    const marker = MARKER.exec(line)?.[1];
    if (marker === undefined) {
      kept.push(line);
      if (inRange || next) marked.add(kept.length);
      next = false;
    } else if (marker === "next-line") next = true;
    else inRange = marker === "start";
  }
  return { code: kept.join("\n"), marked };
}
