// - [ ] to do
// - [x] done
import type { MarkdownIt, Token } from "markdown-it";
import { escapeHtml } from "../../shared/text.ts";
import { translate } from "../../shared/translate.ts";
import { pageOf } from "../env.ts";

const TO_DO = { id: "theme.taskList.toDo", message: "to do" };
const DONE = { id: "theme.taskList.done", message: "done" };
const MARK = /^\[([ xX])\]\s+/;

/** Whether an inline token is a checkbox, and whether it is checked. */
export function taskOf({ meta }: Token): boolean | undefined {
  return (meta as { task?: boolean } | null)?.task;
}

/** Turns `[ ]` and `[x]` at the beginning of list items into disabled checkboxes. */
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
      const { texts } = pageOf(state.env);
      const label = escapeHtml(translate(texts, mark[1] === " " ? TO_DO : DONE));
      box.content = `<input type="checkbox" disabled${checked} aria-label="${label}"> `;
      box.meta = { task: mark[1] !== " " };
      token.children?.unshift(box);
    });
  });
}
