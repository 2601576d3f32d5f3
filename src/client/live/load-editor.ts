import { make } from "../make.ts";
import type { Editor, EditorOptions, Selected } from "./editor.ts";

/** Replaces highlighted code by the editor, with focus and caret kept. If it can't be loaded, the code stays. */
export async function loadEditor(
  figure: HTMLElement,
  options: Omit<EditorOptions, "parent">,
): Promise<Editor | undefined> {
  try {
    const { createEditor } = await import("./editor.ts");
    const pre = figure.querySelector("pre");
    const parent = make("div", { className: "live-editor" });
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

/** Selection in the code as offsets in its text; a click is an empty selection. */
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

/**
 * Calls back when the reader first interacts with a sample's code, by pointer or keyboard: the editor is large, and most
 * readers never use it.
 *
 * @param run called again on the next interaction if it resolves to false
 */
export function onFirstInteraction(figure: HTMLElement, run: () => Promise<boolean>): void {
  const code = figure.querySelector("pre");
  const listening = new AbortController();
  let isRunning = false;
  const start = async () => {
    if (isRunning) return;
    isRunning = true;
    if (await run()) listening.abort();
    isRunning = false;
  };
  for (const type of ["pointerenter", "focusin"]) code?.addEventListener(type, start, { signal: listening.signal });
  if (code?.matches(":hover, :focus-within") === true) void start();
}
