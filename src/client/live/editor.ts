import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { jsxLanguage, tsxLanguage } from "@codemirror/lang-javascript";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, type Extension, type Text } from "@codemirror/state";
import { Decoration, EditorView, keymap } from "@codemirror/view";
import { styleTags, tags as t, tagHighlighter } from "@lezer/highlight";
import type { SampleSource } from "./frame-messages.ts";

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly language: SampleSource["language"];
  /** Accessible name. */
  readonly label: string;
  readonly onChange: (text: string) => void;
}

/** The editor of one sample. */
export interface Editor {
  /** Replaces the text without calling `onChange`. */
  readonly setText: (text: string) => void;
  /** Marks a line with an error, from 1; undefined removes the mark. */
  readonly markLine: (line: number | undefined) => void;
  /** @param selection made before the editor was loaded, as offsets in the text; the caret is at `head` */
  readonly focus: (selection?: { readonly anchor: number; readonly head: number }) => void;
  readonly hasFocus: () => boolean;
}

/** Creates an editor. Tab moves the focus, so that it is no keyboard trap. Enter indents the new line. */
export function createEditor({ parent, text, language, label, onChange }: EditorOptions): Editor {
  const startState = (doc: string) => {
    const extensions = [
      keymap.of([...defaultKeymap, ...historyKeymap]),
      history(),
      (language === "tsx" ? tsxLanguage : jsxLanguage).configure(asInCodeBlocks),
      syntaxHighlighting(tokenClasses),
      indentOnInput(),
      bracketMatching(),
      errorMark.of([]),
      editorTheme,
      EditorState.tabSize.of(2),
      // `tabindex` is redundant for browsers, but accessibility checkers require it.
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
    markLine: (line) => view.dispatch({ effects: errorMark.reconfigure(lineMark(view.state.doc, line)) }),
    focus: (selection) => {
      view.focus();
      if (selection !== undefined) view.dispatch({ selection });
    },
    hasFocus: () => view.hasFocus,
  };
}

/**
 * Overrides the editor's default styles, which are outside of the style sheet's layers, with the metrics of the code
 * block that it replaces: nothing moves when it loads. Colours are the site's variables and follow its mode; those of
 * tokens are in `live.css`.
 */
const editorTheme: Extension = EditorView.theme({
  "&": { color: "var(--code-text)" },
  "&.cm-focused": { outline: "2px solid var(--color-focus)", outlineOffset: "-2px" },
  ".cm-scroller": { font: "0.84375rem / 1.6 var(--font-code)" },
  ".cm-content": { padding: "var(--space-3) 0", caretColor: "var(--color-text)" },
  ".cm-line": { padding: "0 var(--space-4)" },
  "&.cm-focused .cm-matchingBracket": { background: "var(--color-accent-soft)" },
  "&.cm-focused .cm-nonmatchingBracket": { background: "none", textDecoration: "underline wavy var(--color-danger)" },
  "figure.wrap & .cm-content": { flexShrink: 1, overflowWrap: "anywhere", whiteSpace: "break-spaces" },
});

const FAULTY = Decoration.line({ class: "live-faulty" });
const errorMark = new Compartment();

/** Marks a line, from 1, until the next edit; nothing if the text has no such line. */
function lineMark(doc: Text, line: number | undefined): Extension {
  if (line === undefined || line < 1 || line > doc.lines) return [];
  const marks = Decoration.set([FAULTY.range(doc.line(line).from)]);
  return EditorView.decorations.compute(["doc"], (state) => (state.doc === doc ? marks : Decoration.none));
}

/** What the code blocks' grammars tell apart, but the editor's parser doesn't: braces in JSX, parameters, classes. */
const asInCodeBlocks = {
  props: [
    styleTags({
      'JSXEscape/"{" JSXEscape/"}" JSXAttributeValue/"{"': t.special(t.brace),
      "ParamList/VariableDefinition": t.local(t.variableName),
      "NewExpression/VariableName": t.function(t.variableName),
    }),
  ],
};

/** Maps syntax tags of the editor's parser to the token classes of code blocks. */
const tokenClasses = tagHighlighter([
  { tag: t.comment, class: "c" },
  { tag: t.string, class: "s" },
  { tag: [t.number, t.bool, t.null, t.atom], class: "n" },
  { tag: [t.keyword, t.self, t.modifier], class: "k" },
  { tag: [t.operator, t.derefOperator], class: "o" },
  {
    tag: [t.function(t.variableName), t.function(t.propertyName), t.function(t.definition(t.variableName))],
    class: "f",
  },
  { tag: t.local(t.variableName), class: "v" },
  { tag: [t.typeName, t.className, t.namespace], class: "t" },
  { tag: [t.tagName, t.angleBracket], class: "g" },
  { tag: [t.attributeName, t.propertyName], class: "a" },
  { tag: [t.regexp, t.escape, t.special(t.brace)], class: "r" },
  { tag: [t.punctuation, t.separator, t.bracket], class: "p" },
]);
