import type { FromServer, ShownProblem } from "./messages.ts";
import { NOTICE_STYLES } from "./notice-styles.ts";

type Problems = Extract<FromServer, { type: "problems" }>;

/** Shows what is wrong: over the page what keeps it from being right, in its corner the rest. All of it is text. */
export function createNotices(): (problems: Problems) => void {
  const host = document.createElement("docgen-notices");
  const shadow = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(NOTICE_STYLES);
  shadow.adoptedStyleSheets = [sheet];
  let overlay: HTMLElement | undefined;
  let panel: HTMLDetailsElement | undefined;
  /** What the author has put away; it comes back when it becomes something else. */
  let dismissed = "";
  let shown = "";

  const dismiss = () => {
    dismissed = shown;
    overlay?.remove();
    overlay = undefined;
  };
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && overlay !== undefined) dismiss();
  });
  return ({ errors, notes }) => {
    if (!host.isConnected) document.body.append(host);
    shown = JSON.stringify(errors);
    if (shown !== dismissed) dismissed = "";
    overlay?.remove();
    overlay = errors.length === 0 || dismissed !== "" ? undefined : overlayOf(errors, dismiss);
    if (overlay !== undefined) shadow.append(overlay);
    const isOpen = panel?.open ?? false;
    panel?.remove();
    panel = notes.length === 0 ? undefined : panelOf(notes, isOpen);
    if (panel !== undefined) shadow.append(panel);
  };
}

function overlayOf(errors: readonly ShownProblem[], dismiss: () => void): HTMLElement {
  const close = make("button", "close", "Close");
  close.setAttribute("type", "button");
  close.addEventListener("click", dismiss);
  const overlay = make("section", "overlay");
  overlay.setAttribute("role", "alert");
  overlay.append(close, ...errors.map(problemOf));
  return overlay;
}

function panelOf(notes: readonly ShownProblem[], isOpen: boolean): HTMLDetailsElement {
  const panel = document.createElement("details");
  panel.className = "panel";
  panel.open = isOpen;
  const list = make("div", "notes");
  list.append(...notes.map(problemOf));
  panel.append(make("summary", "", notes.length === 1 ? "1 note" : `${notes.length} notes`), list);
  return panel;
}

function problemOf({ path, line, column, severity, message, hint, frame }: ShownProblem): HTMLElement {
  const problem = make("article", severity);
  problem.append(make("p", "place", `${path}:${line}:${column}`), make("p", "message", message));
  if (frame !== undefined) problem.append(make("pre", "", frame));
  if (hint !== undefined) problem.append(make("p", "hint", hint));
  return problem;
}

function make(tag: string, className: string, text = ""): HTMLElement {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  element.textContent = text;
  return element;
}
