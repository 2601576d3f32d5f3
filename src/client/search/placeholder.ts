import { SEARCH_INPUT_MAX_LENGTH } from "../../shared/constants.ts";
import { text } from "../client-text.ts";
import { make } from "../dom.ts";

/** Selector of the buttons that open the search. */
export const SEARCH_BUTTON = ".search-button";
/** Selector of the open search or its placeholder. */
export const PANEL = "dialog.search-panel";
const PLACEHOLDER = `${PANEL}[data-stand-in]`;

/** Whether a key opens the search: `/` outside a text field, or Ctrl or Cmd with K. */
export function isSearchShortcut(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === "k") return event.ctrlKey || event.metaKey;
  const isTyping =
    event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]") !== null;
  return event.key === "/" && !isTyping;
}

/** Opens a placeholder while the panel loads, so that no key is lost and phones show their keyboard. */
export function openPlaceholder(): void {
  if (document.querySelector(PANEL) !== null) return;
  const ariaLabel = text({ id: "theme.SearchBar.label", message: "Search" });
  const placeholder = text({ id: "theme.SearchBar.placeholder", message: "Search..." });
  const input = make("input", { type: "search", maxLength: SEARCH_INPUT_MAX_LENGTH, placeholder, ariaLabel });
  const dialog = make("dialog", { className: "search-panel", ariaLabel }, input);
  dialog.dataset.standIn = "";
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", ({ target }) => target === dialog && closePlaceholder());
  dialog.addEventListener("compositionstart", () => dialog.toggleAttribute("data-composing", true));
  dialog.addEventListener("compositionend", () => dialog.toggleAttribute("data-composing", false));
  dialog.addEventListener("keydown", ({ key, isComposing }) => {
    if (isComposing) return;
    // Escape would first clear a search field.
    if (key === "Escape") closePlaceholder();
    // If Enter is the last key, the panel opens the first result.
    dialog.dataset.standIn = key === "Enter" ? key : "";
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** Text, selection and a last Enter in the placeholder; undefined if there is none, or the reader closed it. */
export function typedInPlaceholder() {
  const input = document.querySelector<HTMLInputElement>(`${PLACEHOLDER}[open] input`);
  if (input === null) return undefined;
  const caret = [input.selectionStart ?? 0, input.selectionEnd ?? 0] as const;
  return { query: input.value, caret, isSent: input.closest(`${PLACEHOLDER}[data-stand-in=Enter]`) !== null };
}

/** Resolves when no input method composes text in the placeholder: replacing the field would lose that text. */
export async function whenComposed(): Promise<void> {
  const dialog = document.querySelector<HTMLDialogElement>(`${PLACEHOLDER}[data-composing]`);
  if (dialog === null) return;
  await new Promise((resolve) => {
    for (const type of ["compositionend", "close"]) dialog.addEventListener(type, resolve, { once: true });
  });
}

/** Removes the placeholder and restores the focus. */
export function closePlaceholder(): void {
  const dialog = document.querySelector<HTMLDialogElement>(PLACEHOLDER);
  dialog?.close();
  dialog?.remove();
}
