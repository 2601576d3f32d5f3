/** What a notice offers to do. */
interface Action {
  readonly label: string;
  readonly run: () => void;
}

export interface NoticeContent {
  readonly text: string;
  /** Stands before the text: `Line 3`. */
  readonly place?: string;
  readonly action?: Action;
  /** Lies over the result, which is not there or out of date, so that the code below does not move. */
  readonly isOver?: boolean;
}

/** Kinds of notices; where several hold, the first is shown. */
export const NOTICE_KINDS = ["stopped", "missing", "fault", "library"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The one place where a sample tells of its troubles. */
export interface Notices {
  /** Sets what is to be said of a kind; undefined: nothing. */
  readonly set: (kind: NoticeKind, content: NoticeContent | undefined) => void;
}

/** Puts the place for notices into `box`; what is said there is announced by screen readers. */
export function createNotices(box: HTMLElement): Notices {
  const element = document.createElement("div");
  element.className = "live-notice";
  element.setAttribute("role", "alert");
  box.append(element);
  const contents = new Map<NoticeKind, NoticeContent>();
  let shown: NoticeContent | undefined;
  return {
    set: (kind, content) => {
      if (content === undefined) contents.delete(kind);
      else contents.set(kind, content);
      const next = NOTICE_KINDS.map((name) => contents.get(name)).find((value) => value !== undefined);
      if (next === shown) return;
      shown = next;
      box.classList.toggle("over", next?.isOver === true);
      element.replaceChildren(...(next === undefined ? [] : partsOf(next)));
    },
  };
}

function partsOf({ text, place, action }: NoticeContent): HTMLElement[] {
  const paragraph = document.createElement("p");
  if (place !== undefined) {
    const strong = document.createElement("strong");
    strong.textContent = place;
    paragraph.append(strong, " ");
  }
  paragraph.append(text);
  if (action === undefined) return [paragraph];
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = action.label;
  button.addEventListener("click", action.run);
  return [paragraph, button];
}
