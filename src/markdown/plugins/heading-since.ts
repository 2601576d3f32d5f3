// ## Dense mode {since="0.19"}
import type { MarkdownIt } from "markdown-it";
import { pageOf, reportProblem } from "../env.ts";
import { isVersion, parseFenceMeta, VERSION_MARKS, versionMarks } from "../fence-meta.ts";

const BRACES = /(?<!\\)\{([^{}]*\b(?:since|until)=[^{}]*)\}\s*$/;
const MARK = /\b(?:since|until)=(?:"[^"]*"|'[^']*'|\S+)/g;

/** Shows the versions of the library that have what a section is about, as a badge after its heading. */
export function headingVersions(md: MarkdownIt): void {
  // Must run before the rule for `{#id}`, which may stand in the same braces.
  md.core.ruler.before("own_heading_ids", "heading_versions", ({ tokens, env }) => {
    for (const [index, { type, map }] of tokens.entries()) {
      const inline = tokens[index + 1];
      const [whole = "", inside] = (type === "heading_open" && BRACES.exec(inline?.content ?? "")) || [];
      if (inline === undefined || inside === undefined) continue;
      const { options } = parseFenceMeta(`- ${inside}`);
      const wrong = VERSION_MARKS.find((name) => !isVersion(options.get(name) ?? "0.0"));
      if (wrong !== undefined) {
        const message = `${wrong} "${options.get(wrong)}" is not a version`;
        reportProblem(pageOf(env), map?.[0] ?? 0, { code: "heading", message, hint: `write {${wrong}="0.20"}` });
      }
      const badges =
        wrong === undefined ? versionMarks(options).map((text) => ` <Badge type="info">${text}</Badge>`) : [];
      const others = inside.replace(MARK, "").trim();
      const text = inline.content.slice(0, -whole.length).trimEnd();
      inline.content = text + badges.join("") + (others === "" ? "" : ` {${others}}`);
    }
  });
}
