import { text } from "../client-text.ts";
import { readPageData } from "../page.ts";
import { post } from "../post.ts";

/** Sends whether a page was helpful, with its route but no data about the reader. Shows thanks, or that it failed. */
export function sendFeedback(group: HTMLFieldSetElement): void {
  const output = group.querySelector("output");
  group.addEventListener("click", async ({ target }) => {
    if (!(target instanceof HTMLButtonElement) || output === null) return;
    const answer = { route: readPageData(document).route, helpful: target.value === "true" };
    group.disabled = true;
    try {
      const { ok, status } = await post(group.dataset.url ?? "", answer);
      if (!ok) throw new Error(`status ${status}`);
      output.textContent = text({ id: "theme.feedback.thanks", message: "Thank you for your answer." });
    } catch {
      group.disabled = false;
      const message = "The answer could not be sent. Please try again later.";
      output.textContent = text({ id: "theme.feedback.failed", message });
    }
  });
}
