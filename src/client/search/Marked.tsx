import { Fragment, type ReactNode } from "react";
import type { Mark } from "../../search/answer.ts";

/** A text with parts of it marked. @param marks in order, without overlaps */
export function Marked({ text, marks }: { readonly text: string; readonly marks: readonly Mark[] }): ReactNode {
  return (
    <>
      {marks.map(([start, end], index) => (
        <Fragment key={start}>
          {text.slice(marks[index - 1]?.[1] ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}
