import { text } from "../client-text.ts";
import { targetIn } from "../make.ts";

const DONE_MS = 1500;

/** Enables the buttons that copy the page as Markdown. They work without React, so they must not trigger hydration. */
export function copyPageOnClick(): void {
  document.addEventListener("click", (event) => {
    const button = targetIn(event, ".copy-page");
    if (button !== null) void copyPage(button);
  });
}

async function copyPage(button: HTMLElement): Promise<void> {
  const label = button.textContent;
  const address = button.parentElement?.querySelector("a")?.href ?? "";
  try {
    await copy(address);
    button.textContent = text({ id: "theme.CodeBlock.copied", message: "Copied" });
  } catch {
    button.textContent = text({ id: "theme.copyPage.failed", message: "Not copied" });
  }
  setTimeout(() => {
    button.textContent = label;
  }, DONE_MS);
}

/** Starts writing to the clipboard before the fetch ends: some browsers allow it only during the click. */
async function copy(address: string): Promise<void> {
  const fetched = fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`${address}: status ${response.status}`);
    return new Blob([await response.text()], { type: "text/plain" });
  });
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": fetched })]);
}
