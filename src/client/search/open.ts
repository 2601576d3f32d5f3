import { SEARCH_INPUT_MAX_LENGTH } from "../../shared/constants.ts";
import { text } from "../text.ts";

/** What opens the search. */
export const SEARCH_BUTTON = ".search-button";
/** The search where it is open, or what stands in for it. */
export const PANEL = "dialog.search-panel";
const STAND_IN = `${PANEL}[data-stand-in]`;

/** `/` outside a text field, and Ctrl or Cmd with K anywhere, open the search. */
export function isSearchShortcut(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === "k") return event.ctrlKey || event.metaKey;
  const isTyping =
    event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]") !== null;
  return event.key === "/" && !isTyping;
}

/** What was typed before the panel was there, and where the caret is. */
export interface Typed {
  readonly query: string;
  readonly caret: readonly [start: number, end: number];
}

/**
 * Shows the search's field at once, while what it needs is still being loaded: no letter is lost, of
 * whatever keyboard, and a phone shows its own. Nothing happens where the search is open.
 */
export function openStandIn(): void {
  if (document.querySelector(PANEL) !== null) return;
  const ariaLabel = text({ id: "theme.SearchBar.label", message: "Search" });
  const placeholder = text({ id: "theme.SearchBar.placeholder", message: "Search..." });
  const input = document.createElement("input");
  Object.assign(input, { type: "search", maxLength: SEARCH_INPUT_MAX_LENGTH, placeholder, ariaLabel });
  const dialog = document.createElement("dialog");
  Object.assign(dialog, { className: "search-panel", ariaLabel }).append(input);
  dialog.dataset.standIn = "";
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", ({ target }) => target === dialog && closeStandIn());
  // A search field would use the first Escape to empty itself.
  dialog.addEventListener("keydown", ({ key }) => key === "Escape" && closeStandIn());
  document.body.append(dialog);
  dialog.showModal();
}

/** What is typed in the stand-in; undefined where there is none, or the reader has closed it. */
export function typedInStandIn(): Typed | undefined {
  const input = document.querySelector<HTMLInputElement>(`${STAND_IN}[open] input`);
  if (input === null) return undefined;
  return { query: input.value, caret: [input.selectionStart ?? 0, input.selectionEnd ?? 0] };
}

/** Takes the stand-in away; the focus goes back to where it was before. */
export function closeStandIn(): void {
  const dialog = document.querySelector<HTMLDialogElement>(STAND_IN);
  dialog?.close();
  dialog?.remove();
}
