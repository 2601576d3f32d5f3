import { make } from "../dom.ts";
import type { Editor, EditorOptions } from "./editor.ts";

/**
 * Replaces a sample's highlighted code by the editor when the reader first interacts with it, by pointer or keyboard:
 * the editor is large, and most readers never use it. Focus and caret are kept. If the editor can't be loaded, the code
 * stays until the next interaction.
 */
export function loadEditorOnIntent(
  figure: HTMLElement,
  options: Omit<EditorOptions, "parent">,
  onLoaded: (editor: Editor) => void,
): void {
  const pre = figure.querySelector("pre");
  const listening = new AbortController();
  let isLoading = false;
  const load = async () => {
    if (isLoading || pre === null) return;
    isLoading = true;
    try {
      const { createEditor } = await import("./editor.ts");
      const parent = make("div", { className: "live-editor" });
      pre.before(parent);
      const hadFocus = pre.contains(document.activeElement);
      const selected = selectedIn(pre.firstElementChild, options.text.length);
      const editor = createEditor({ parent, ...options });
      figure.dataset.editor = "";
      if (hadFocus) editor.focus(selected);
      onLoaded(editor);
      listening.abort();
    } catch (error) {
      console.info(`docgen: the editor of a live sample could not be loaded: ${String(error)}`);
    }
    isLoading = false;
  };
  for (const type of ["pointerenter", "focusin"]) pre?.addEventListener(type, load, { signal: listening.signal });
  if (pre?.matches(":hover, :focus-within") === true) void load();
}

/** Selection in the code as offsets in its text; a click is an empty selection. */
function selectedIn(code: Element | null, length: number): Parameters<Editor["focus"]>[0] {
  const { anchorNode = null, anchorOffset = 0, focusNode = null, focusOffset = 0 } = getSelection() ?? {};
  if (!code?.contains(anchorNode) || !code.contains(focusNode)) return undefined;
  const offsetOf = (node: Node | null, offset: number) => {
    const range = document.createRange();
    range.selectNodeContents(code);
    range.setEnd(node ?? code, offset);
    return Math.min(range.toString().length, length);
  };
  return { anchor: offsetOf(anchorNode, anchorOffset), head: offsetOf(focusNode, focusOffset) };
}
