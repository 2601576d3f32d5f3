// > [!NOTE]
// > Markdown inside
import type { MarkdownIt } from "markdown-it";
import { wordSet } from "../../shared/text.ts";
import { translate } from "../../shared/translate.ts";
import { pageOf } from "../env.ts";
import { ADMONITION_KINDS } from "./containers.ts";

/** Kinds of alerts on GitHub, which become the admonitions of the same names. */
const KINDS = wordSet("NOTE TIP IMPORTANT WARNING CAUTION");

/** Turns block quotes that begin with a kind in brackets into admonitions. */
export function githubAlerts(md: MarkdownIt): void {
  md.core.ruler.before("inline", "github_alerts", (state) => {
    /** For each open block quote: whether it is an alert. */
    const open: boolean[] = [];
    state.tokens = state.tokens.flatMap((token, index, tokens) => {
      if (token.type === "blockquote_close") {
        if (open.pop() === true) token.type = "admonition_close";
        return token;
      }
      if (token.type !== "blockquote_open") return token;
      const inline = tokens[index + 1]?.type === "paragraph_open" ? tokens[index + 2] : undefined;
      const [line = "", name = ""] = /^\[!([A-Z]+)\][ \t]*(?:\n|$)/.exec(inline?.content ?? "") ?? [];
      const kind = KINDS.has(name) ? ADMONITION_KINDS[name.toLowerCase()] : undefined;
      open.push(kind !== undefined);
      if (kind === undefined || inline === undefined) return token;
      token.type = "admonition_open";
      // GitHub shows it in red, above a warning.
      token.info = name === "CAUTION" ? "danger" : kind.look;
      inline.content = inline.content.slice(line.length);
      if (inline.map !== null) inline.map = [inline.map[0] + 1, inline.map[1]];
      const title = new state.Token("inline", "", 0);
      title.content = translate(pageOf(state.env).texts, kind.title);
      token.meta = { kind: title.content };
      title.children = [];
      title.map = token.map;
      return [
        token,
        new state.Token("admonition_title_open", "p", 1),
        title,
        new state.Token("admonition_title_close", "p", -1),
      ];
    });
  });
}
