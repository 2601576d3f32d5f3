import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/**
 * Overrides the editor's built-in looks, which stand outside of the style sheet's layers, so that
 * the editor has the measures of the code block whose place it takes: nothing moves when it comes.
 * Colours are the site's variables and follow its mode; those of tokens are in `live.css`.
 */
export const editorTheme: Extension = EditorView.theme({
  "&": { color: "var(--code-text)" },
  "&.cm-focused": { outline: "2px solid var(--color-focus)", outlineOffset: "-2px" },
  ".cm-scroller": { font: "0.84375rem / 1.6 var(--font-code)" },
  ".cm-content": { padding: "var(--space-3) 0", caretColor: "var(--color-text)" },
  ".cm-line": { padding: "0 var(--space-4)" },
  "&.cm-focused .cm-matchingBracket": { background: "var(--color-accent-soft)" },
  "&.cm-focused .cm-nonmatchingBracket": { background: "none", textDecoration: "underline wavy var(--color-danger)" },
  "figure.wrap & .cm-content": { flexShrink: 1, overflowWrap: "anywhere", whiteSpace: "break-spaces" },
});
