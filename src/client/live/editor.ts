import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { jsxLanguage, tsxLanguage } from "@codemirror/lang-javascript";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { editorTheme } from "./editor-theme.ts";
import { markedLine, setMarkedLine } from "./marked-line.ts";
import type { Source } from "./messages.ts";
import { tokenClasses } from "./token-classes.ts";

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly language: Source["language"];
  /** Accessible name. */
  readonly label: string;
  readonly onChange: (text: string) => void;
}

/** A selection by its two ends; the caret is at `head`. */
export interface Selected {
  readonly anchor: number;
  readonly head: number;
}

/** The editor of one sample. */
export interface Editor {
  /** Replaces the text without telling `onChange`. */
  readonly setText: (text: string) => void;
  /** Marks a line as faulty, from 1; undefined: none. */
  readonly markLine: (line: number | undefined) => void;
  /** @param selection where the text was selected before the editor came, by offsets into it */
  readonly focus: (selection?: Selected) => void;
  readonly hasFocus: () => boolean;
}

/**
 * Puts an editor into the page. Tab is not bound: it moves the focus on, as everywhere else in the
 * page, so that nobody is caught in the editor. Enter indents the new line.
 */
export function createEditor({ parent, text, language, label, onChange }: EditorOptions): Editor {
  const startState = (doc: string) => {
    const extensions = [
      keymap.of([...defaultKeymap, ...historyKeymap]),
      history(),
      language === "tsx" ? tsxLanguage : jsxLanguage,
      syntaxHighlighting(tokenClasses),
      indentOnInput(),
      bracketMatching(),
      markedLine,
      editorTheme,
      EditorState.tabSize.of(2),
      // Editable content is reached by keyboard anyway; the attribute tells that to checkers.
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString());
      }),
    ];
    return EditorState.create({ doc, extensions });
  };
  const view = new EditorView({ parent, state: startState(text) });
  return {
    setText: (next) => view.setState(startState(next)),
    markLine: (line) => view.dispatch({ effects: setMarkedLine.of(line) }),
    focus: (selection) => {
      view.focus();
      if (selection !== undefined) view.dispatch({ selection });
    },
    hasFocus: () => view.hasFocus,
  };
}
