// - [ ] to do
// - [x] done
import type { MarkdownIt } from "markdown-it";

const MARK = /^\[([ xX])\]\s+/;

export function taskLists(md: MarkdownIt): void {
  md.core.ruler.after("inline", "task_lists", (state) => {
    state.tokens.forEach((token, index) => {
      const item = state.tokens[index - 2];
      const first = token.children?.[0];
      if (token.type !== "inline" || item?.type !== "list_item_open" || first?.type !== "text") return;
      const mark = MARK.exec(first.content);
      if (mark === null) return;
      first.content = first.content.slice(mark[0].length);
      item.attrJoin("class", "task");
      const box = new state.Token("html_inline", "", 0);
      const checked = mark[1] === " " ? "" : " checked";
      const label = mark[1] === " " ? "to do" : "done";
      box.content = `<input type="checkbox" disabled${checked} aria-label="${label}"> `;
      token.children?.unshift(box);
    });
  });
}
