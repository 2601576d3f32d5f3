import { adoptStyles, make, makeButton } from "../dom.ts";
import type { FromServer, OpenPlace, ShownProblem } from "./dev-messages.ts";
import styles from "./dev-notices.css";

type Problems = Extract<FromServer, { type: "problems" }>;

/** Shows problems as text: errors in an overlay, others in a corner. @param open opens a place in the editor */
export function createDevNotices(open: (place: OpenPlace["open"]) => void): (problems: Problems) => void {
  const host = document.createElement("docgen-notices");
  const shadow = host.attachShadow({ mode: "open" });
  adoptStyles(styles, shadow);
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
