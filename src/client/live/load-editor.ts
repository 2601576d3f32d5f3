import type { Editor, EditorOptions, Selected } from "./editor.ts";

/**
 * Loads the editor and puts it in the place of the highlighted code, with the focus where that had
 * it, and the caret where the reader clicked. Where it can't be loaded the code stays, and the sample runs as it was written.
 */
export async function loadEditor(
  figure: HTMLElement,
  options: Omit<EditorOptions, "parent">,
): Promise<Editor | undefined> {
  try {
    const { createEditor } = await import("./editor.ts");
    const pre = figure.querySelector("pre");
    const parent = document.createElement("div");
    parent.className = "live-editor";
    pre?.before(parent);
    const hadFocus = pre?.contains(document.activeElement) === true;
    const selected = selectedIn(pre?.firstElementChild ?? null, options.text.length);
    const editor = createEditor({ parent, ...options });
    figure.dataset.editor = "";
    if (hadFocus) editor.focus(selected);
    return editor;
  } catch (error) {
    console.info(`docgen: the editor of a live sample could not be loaded: ${String(error)}`);
    return undefined;
  }
}

/** What is selected in the code, a click being an empty selection, as offsets into its text. */
function selectedIn(code: Element | null, length: number): Selected | undefined {
  const { anchorNode = null, anchorOffset = 0, focusNode = null, focusOffset = 0 } = getSelection() ?? {};
  const offsetOf = (node: Node, offset: number) => {
    const range = document.createRange();
    range.selectNodeContents(code ?? node);
    range.setEnd(node, offset);
    return Math.min(range.toString().length, length);
  };
  if (code === null || anchorNode === null || focusNode === null) return undefined;
  if (!code.contains(anchorNode) || !code.contains(focusNode)) return undefined;
  return { anchor: offsetOf(anchorNode, anchorOffset), head: offsetOf(focusNode, focusOffset) };
}
