import { makeButton } from "../make.ts";
import { text } from "../text.ts";

const DONE_MS = 1500;

/** Puts a button beside the way to the page that copies the page as Markdown; where there is no copy, none. */
export function addCopyPage(): void {
  const place = document.querySelector(".page-tools");
  const hasCopy = document.querySelector(COPY_LINK) !== null;
  if (place === null || (hasCopy && place.firstChild !== null)) return;
  place.replaceChildren(...(hasCopy ? [copyPageButton()] : []));
}

/** Looked up when it is wanted: the head changes with the page, the button may stay. */
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
  // React knows nothing of it, and is not to be waited for.
  button.dataset.native = "";
  return button;
}

/** The clipboard is asked while the click still counts: some browsers don't wait for a fetch. */
async function copy(address: string): Promise<void> {
  const fetched = fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`${address}: status ${response.status}`);
    return new Blob([await response.text()], { type: "text/plain" });
  });
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": fetched })]);
}
