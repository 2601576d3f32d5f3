import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

const FAULTY = Decoration.line({ class: "live-faulty" });

/** Sets the line that a fault is in, from 1; undefined: none. */
export const setMarkedLine = StateEffect.define<number | undefined>();

/** Shows the line set by `setMarkedLine`; the mark goes with the next change of the text. */
export const markedLine: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { docChanged, effects, state }) => {
    for (const effect of effects) {
      if (!effect.is(setMarkedLine)) continue;
      const line = effect.value;
      if (line === undefined || line < 1 || line > state.doc.lines) return Decoration.none;
      return Decoration.set([FAULTY.range(state.doc.line(line).from)]);
    }
    return docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});
