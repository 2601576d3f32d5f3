import { PLAIN_HIGHLIGHTER } from "../../highlight/highlighter.ts";
import { compile } from "../../markdown/compile.ts";
import { fillSlots } from "../../markdown/document.ts";
import type { ComponentKind } from "../../markdown/env.ts";
import { createParser } from "../../markdown/parser.ts";
import { PAGE_COMPONENTS, renderComponent } from "../../render/page.tsx";
import { attempt } from "../../shared/attempt.ts";
import { slashedPath } from "../../shared/disk-path.ts";
import { DENSITY, PICTURE } from "../../site/inputs/content-tasks.ts";
import type { Job } from "../job.ts";
import { escapeText } from "../rewrite/page/html-text.ts";
import { type ContentPart, textOfHtml } from "../rewrite/page/visible-content.ts";
import type { RewrittenPages } from "../rewrite/rewrite-pages.ts";

/**
 * Compiles the rewritten pages with docgen, and adds a note for each whose text, headings, code or links differ from
 * those that MDX read in its source.
 */
export async function comparePages({ compared, facts, isMathEnabled }: RewrittenPages, { note }: Job): Promise<void> {
  const { vars } = facts;
  const parser = createParser();
  // The site's own components don't run here: what they show is their content, on both sides.
  const siteComponents = Object.keys(facts.components).map((tag) => [tag, {}] as const);
  const components = new Map<string, ComponentKind>([...siteComponents, ...PAGE_COMPONENTS]);
  for (const { path, body, firstLine, visible } of compared) {
    const document = await compile(
      { path, body, bodyLine: firstLine },
      {
        parser,
        highlighter: PLAIN_HIGHLIGHTER,
        vars,
        components,
        readInclude: () => "",
        renderComponent: (call) => (PAGE_COMPONENTS.has(call.name) ? renderComponent(call) : call.html),
        ...(isMathEnabled ? { renderMath: escapeText } : {}),
      },
    );
    const html = `${document.heading?.html ?? ""}${fillSlots(document, () => "")}`;
    const headings = document.toc.map(({ level, id }) => `${"#".repeat(level)} ${id}`);
    const withVars = ({ value, line }: ContentPart): ContentPart => ({
      value: value.replace(/\{vars\.(\w+)\}/g, (whole, name: string) =>
        String(Object.hasOwn(vars, name) ? vars[name] : whole),
      ),
      line,
    });
    const samples = document.samples.map((sample) => sample.code);
    const targets = document.slots.map(({ target }) => target);
    const differing: readonly (readonly [what: string, part: ContentPart | undefined])[] = [
      ["the text", differenceOf(visible.text.map(withVars), shownText(html))],
      ["the code", missing(visible.code.map(withVars), samples)],
      ["a heading or its id", missing(visible.headings, headings)],
      ["a link", missing(visible.links, targets)],
    ];
    for (const [what, part] of differing) {
      if (part === undefined) continue;
      const { line, value } = part;
      const message = `${what} may differ from what Docusaurus shows, near "${value.slice(0, 60)}": compare them`;
      note(path, { line, kind: "hand", message });
    }
  }
}

/** Adds a note for each picture whose name tells docgen another size than browsers show in Docusaurus. */
export function comparePictures({ root, files, noteFile }: Job): void {
  for (const file of files.values()) {
    const path = "copyOf" in file ? file.copyOf : "";
    const [name, density] = DENSITY.exec(path) ?? [];
    if (name === undefined || !PICTURE.test(path)) continue;
    const size = `${density === "2" ? "half" : "a third"} of its size in pixels`;
    const message = `docgen shows it at ${size} because of its name; rename it to keep its size`;
    noteFile(slashedPath(root, path), "changed", message);
  }
}

/** Visible text, without additions by docgen. */
function shownText(html: string): string {
  return textOfHtml(
    html
      .replace(/(?<=<details class="fold">)<summary>[\s\S]*?<\/summary>/g, "")
      .replace(/<pre\b[\s\S]*?<\/pre>|(?<=<figure class="[^>]*>)<figcaption\b[\s\S]*?<\/figcaption>/g, "")
      .replace(/<a class="anchor"[^>]*>#<\/a>/g, "")
      .replace(/<div class="tab-list"[\s\S]*?<\/div>/g, "")
      .replace(/<sup class="footnote-ref">[\s\S]*?<\/sup>/g, "")
      .replace(/<a href="#fnref[^>]*>[\s\S]*?<\/a>/g, ""),
  );
}

/** Removes differences in notation between the two sides. */
function normal(text: string): string {
  return text
    .replaceAll("$", "")
    .replace(/\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/g, (_, kind: string) => kind)
    .replace(/:[a-z0-9_+-]+:|\p{Extended_Pictographic}|\uFE0F/gu, "")
    .replace(/[\s\u200b\u00ad]+/g, "")
    .toLowerCase();
}

/** The first part of the source whose text differs from what is shown; undefined if there is none. */
function differenceOf(parts: readonly ContentPart[], shown: string): ContentPart | undefined {
  const result = normal(shown);
  const all = normal(parts.map(({ value }) => value).join(" "));
  if (result === all) return undefined;
  let at = 0;
  while (at < all.length && all[at] === result[at]) at += 1;
  let seen = "";
  for (const { value, line } of parts) {
    seen += value;
    if (normal(seen).length > at) return { line, value: value.trim() };
  }
  return { line: parts.at(-1)?.line ?? 1, value: result.slice(at) };
}

/** The first part that is missing, or occurs less often than in the source. */
function missing(parts: readonly ContentPart[], there: readonly string[]): ContentPart | undefined {
  const counts = new Map<string, number>();
  for (const value of there) counts.set(key(value), (counts.get(key(value)) ?? 0) + 1);
  return parts.find(({ value }) => {
    const left = counts.get(key(value)) ?? 0;
    counts.set(key(value), left - 1);
    return left <= 0;
  });
}

function key(text: string): string {
  return (attempt(() => decodeURI(text)) ?? text).replace(/\s+/g, "");
}
