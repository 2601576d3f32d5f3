import { adoptStyles, make, makeButton } from "../dom.ts";
import type { FromServer, OpenPlace, ShownProblem } from "./dev-messages.ts";

type Problems = Extract<FromServer, { type: "problems" }>;

/** Shows problems as text: errors in an overlay, others in a corner. @param open opens a place in the editor */
export function createDevNotices(open: (place: OpenPlace["open"]) => void): (problems: Problems) => void {
  const host = document.createElement("docgen-notices");
  const shadow = host.attachShadow({ mode: "open" });
  adoptStyles(NOTICE_STYLES, shadow);
  let overlay: HTMLElement | undefined;
  let panel: HTMLDetailsElement | undefined;
  /** Text of the dismissed notice; a different one is shown again. */
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
  return ({ errors, others, notes }) => {
    if (!host.isConnected) document.body.append(host);
    shown = JSON.stringify([errors, others]);
    if (shown !== dismissed) dismissed = "";
    overlay?.remove();
    overlay =
      errors.length + others.length === 0 || dismissed !== "" ? undefined : overlayOf(errors, others, dismiss, open);
    if (overlay !== undefined) shadow.append(overlay);
    const isOpen = panel?.open ?? false;
    panel?.remove();
    panel = notes.length === 0 ? undefined : panelOf(notes, isOpen, open);
    if (panel !== undefined) shadow.append(panel);
  };
}

type Open = Parameters<typeof createDevNotices>[0];

/** The page's own errors come first; those of other files are folded below them. */
function overlayOf(errors: readonly ShownProblem[], others: readonly ShownProblem[], dismiss: () => void, open: Open) {
  const close = makeButton({ className: "close", textContent: "Close" }, dismiss);
  const articles = others.map((problem) => problemOf(problem, open));
  const title = others.length === 1 ? "1 error in another file" : `${others.length} errors in other files`;
  const isFolded = errors.length > 0 && others.length > 0;
  const rest = isFolded ? [make("details", {}, make("summary", {}, title), ...articles)] : articles;
  const notices = errors.map((problem) => problemOf(problem, open));
  return make("section", { className: "overlay", role: "alert" }, close, ...notices, ...rest);
}

function panelOf(notes: readonly ShownProblem[], isOpen: boolean, open: Open): HTMLDetailsElement {
  const countOf = (severity: string, length = notes.filter((note) => note.severity === severity).length) =>
    length === 0 ? [] : [`${length} ${severity}${length === 1 ? "" : "s"}`];
  const summary = make("summary", {}, [...countOf("error"), ...countOf("warning")].join(", "));
  const list = make("div", { className: "notes" }, ...notes.map((problem) => problemOf(problem, open)));
  return make("details", { className: "panel", open: isOpen }, summary, list);
}

function problemOf({ severity, message, hint, frame, editor, ...position }: ShownProblem, open: Open): HTMLElement {
  const text = `${position.path}:${position.line}:${position.column}`;
  const links =
    editor === undefined
      ? [text]
      : [
          makeButton({ className: "open", textContent: text, title: "Open in your editor" }, () => open(position)),
          " ",
          make("a", { href: editor }, "VS Code"),
        ];
  return make(
    "article",
    { className: severity },
    make("p", { className: "place" }, ...links, " ", make("span", {}, severity)),
    make("p", { className: "message" }, message),
    ...(frame === undefined ? [] : [make("pre", {}, frame)]),
    ...(hint === undefined ? [] : [make("p", { className: "hint" }, hint)]),
  );
}

/** Styles of the notices, in a shadow root: they must be readable on any page. */
const NOTICE_STYLES = `
* { box-sizing: border-box; }
p, pre { margin: 0; }
:host {
  all: initial; font: 14px/1.5 system-ui, sans-serif; position: fixed; inset: auto 12px 12px auto; z-index: 2147483647;
  display: flex; flex-direction: column-reverse; align-items: end; gap: 8px; max-width: calc(100vw - 24px);
}
.overlay {
  width: 720px; max-width: min(100%, 62vw); max-height: 65vh; overflow: auto; padding: 16px 20px;
  background: #1d1f21; color: #f2f2f2; border-top: 4px solid #ff6b6b; border-radius: 6px; box-shadow: 0 8px 32px #0008;
}
@media (max-width: 62.25em) { .overlay { width: auto; max-width: 100%; } }
.overlay details { margin-top: 16px; }
.overlay article + article { margin-top: 20px; }
.place { font-family: ui-monospace, monospace; font-size: 13px; color: #9ecbff; overflow-wrap: anywhere; }
.message { font-weight: 600; overflow-wrap: anywhere; }
pre {
  margin-top: 8px; padding: 10px 12px; overflow-x: auto; background: #000; color: #e6e6e6;
  font: 13px/1.5 ui-monospace, monospace; tab-size: 4;
}
.hint { margin-top: 4px; color: #c9d1d9; }
.hint::before { content: "hint: "; }
.place span { color: #ffd479; }
.error .place span { color: #ff9d9d; }
.place a, .place button { color: inherit; font: inherit; text-decoration: underline; }
.place button { padding: 0; border: 0; background: none; cursor: pointer; overflow-wrap: anywhere; text-align: start; }
.close {
  margin: 0 0 8px 12px;
  float: right; padding: 4px 12px; font: inherit; color: #f2f2f2; background: #3a3d41;
  border: 1px solid #8a8f98; border-radius: 4px; cursor: pointer;
}
button:focus-visible, a:focus-visible, summary:focus-visible { outline: 2px solid #9ecbff; outline-offset: 2px; }
.panel {
  max-width: min(560px, 100%); background: #1d1f21; color: #f2f2f2; border: 1px solid #8a8f98; border-radius: 6px;
}
summary { padding: 4px 12px; cursor: pointer; color: #ffd479; }
.notes { max-height: 40vh; overflow: auto; padding: 4px 12px 12px; }
.notes article { margin-top: 8px; }
.notes .message { font-weight: 400; }
.notes .error .message { color: #ff9d9d; }
@media print { :host { display: none; } }
`;
