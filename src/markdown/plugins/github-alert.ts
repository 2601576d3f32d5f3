// > [!NOTE]
// > Markdown inside
import type { MarkdownIt } from "markdown-it";
import { type TextDeclaration, translate } from "../../shared/translate.ts";
import { pageOf } from "../env.ts";

/** Kinds of alerts on GitHub, with the admonition that they become. */
const KINDS: Readonly<Record<string, { readonly look: string; readonly title: TextDeclaration }>> = {
  NOTE: { look: "note", title: { id: "theme.admonition.note", message: "Note" } },
  TIP: { look: "tip", title: { id: "theme.admonition.tip", message: "Tip" } },
  IMPORTANT: { look: "info", title: { id: "theme.admonition.important", message: "Important" } },
  WARNING: { look: "warning", title: { id: "theme.admonition.warning", message: "Warning" } },
  CAUTION: { look: "danger", title: { id: "theme.admonition.caution", message: "Caution" } },
};

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
      const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
      open.push(kind !== undefined);
      if (kind === undefined || inline === undefined) return token;
      token.type = "admonition_open";
      token.info = kind.look;
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
