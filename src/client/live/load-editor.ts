import type { Editor, EditorOptions } from "./editor.ts";

/**
 * Loads the editor and puts it in the place of the highlighted code, with the focus where that had
 * it. Where it can't be loaded the code stays, and the sample runs as it was written.
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
    const editor = createEditor({ parent, ...options });
    figure.dataset.editor = "";
    if (hadFocus) editor.focus();
    return editor;
  } catch (error) {
    console.info(`docgen: the editor of a live sample could not be loaded: ${String(error)}`);
    return undefined;
  }
}
