import { makeButton } from "../make.ts";
import { text } from "../text.ts";

const DONE_MS = 1500;

/** Adds a button to the breadcrumbs that copies the page as Markdown; none if the page has no copy. */
export function addCopyPage(): void {
  const place = document.querySelector(".page-tools");
  const hasCopy = document.querySelector(COPY_LINK) !== null;
  if (place === null || (hasCopy && place.firstChild !== null)) return;
  place.replaceChildren(...(hasCopy ? [copyPageButton()] : []));
}

/** Looked up on click: a navigation changes the head and may keep the button. */
const COPY_LINK = 'link[type="text/markdown"]';

function copyPageButton(): HTMLButtonElement {
  const label = text({ id: "theme.copyPage.label", message: "Copy page" });
  const button = makeButton({ textContent: label }, async () => {
    try {
      await copy(document.querySelector<HTMLLinkElement>(COPY_LINK)?.href ?? "");
      button.textContent = text({ id: "theme.CodeBlock.copied", message: "Copied" });
    } catch {
      button.textContent = text({ id: "theme.copyPage.failed", message: "Not copied" });
    }
    setTimeout(() => {
      button.textContent = label;
    }, DONE_MS);
  });
  // Works without React, so it must not trigger hydration.
  button.dataset.native = "";
  return button;
}

/** Opens the clipboard before the fetch ends: some browsers require it during the click. */
async function copy(address: string): Promise<void> {
  const fetched = fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`${address}: status ${response.status}`);
    return new Blob([await response.text()], { type: "text/plain" });
  });
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": fetched })]);
}
