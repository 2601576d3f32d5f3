import { SEARCH_INPUT_MAX_LENGTH } from "../../shared/constants.ts";
import { text } from "../text.ts";

const STAND_IN = "dialog.search-panel[data-stand-in]";

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
  if (document.querySelector("dialog.search-panel") !== null) return;
  const dialog = document.createElement("dialog");
  dialog.className = "search-panel";
  dialog.dataset.standIn = "";
  const input = document.createElement("input");
  input.type = "search";
  input.maxLength = SEARCH_INPUT_MAX_LENGTH;
  input.placeholder = text({ id: "theme.SearchBar.placeholder", message: "Search..." });
  for (const element of [dialog, input]) element.ariaLabel = text({ id: "theme.SearchBar.label", message: "Search" });
  dialog.append(input);
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
