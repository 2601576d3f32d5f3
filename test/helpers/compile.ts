import { createHighlighter } from "../../src/highlight/highlighter.ts";
import { createTokeniser } from "../../src/highlight/tokeniser.ts";
import { compile } from "../../src/markdown/compile.ts";
import { type CompiledDocument, fillSlots, isTagSlot } from "../../src/markdown/document.ts";
import { createParser } from "../../src/markdown/parser.ts";
import { PAGE_COMPONENTS, renderComponent } from "../../src/render/page.tsx";

const parser = createParser();
const highlighter = createHighlighter(await createTokeniser(import("shiki/wasm")));

/** A compiled text: its complete HTML, and its problems as lines. */
export interface Compiled {
  readonly html: string;
  readonly problems: readonly string[];
  readonly document: CompiledDocument;
}

/** Compiles a text like a page of a site; links stay as written. */
export async function compileText(
  body: string,
  vars: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<Compiled> {
  const compiler = {
    parser,
    highlighter,
    vars,
    components: PAGE_COMPONENTS,
    readInclude: (path: string) => files[path],
    renderComponent,
  };
  const document = await compile({ path: "a.md", body, bodyLine: 1 }, compiler);
  const html = fillSlots(document, ({ kind, url }) =>
    isTagSlot(kind) ? "" : `${kind === "link" ? "href" : "src"}="${url}"`,
  );
  const problems = document.problems.map(({ line, column, severity, message, hint }) => {
    return `${line}:${column} ${severity} ${message}${hint === undefined ? "" : ` (${hint})`}`;
  });
  return { html, problems, document };
}
