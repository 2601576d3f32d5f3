import { make, makeButton } from "../make.ts";
import type { FromServer, OpenPlace, ShownProblem } from "./messages.ts";
import { NOTICE_STYLES } from "./notice-styles.ts";

type Problems = Extract<FromServer, { type: "problems" }>;

/**
 * Shows problems, as text only: errors in an overlay that leaves navbar and sidebar free, notes in a corner of the page.
 *
 * @param open opens a place in the editor
 */
export function createDevNotices(open: (place: OpenPlace["open"]) => void): (problems: Problems) => void {
  const host = document.createElement("docgen-notices");
  const shadow = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(NOTICE_STYLES);
  shadow.adoptedStyleSheets = [sheet];
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
function overlayOf(
  errors: readonly ShownProblem[],
  others: readonly ShownProblem[],
  dismiss: () => void,
  open: Open,
): HTMLElement {
  const close = makeButton({ className: "close", textContent: "Close" }, dismiss);
  const articles = others.map((problem) => problemOf(problem, open));
  const title = others.length === 1 ? "1 error in another file" : `${others.length} errors in other files`;
  const rest = errors.length === 0 ? articles : [make("details", {}, make("summary", {}, title), ...articles)];
  const own = errors.map((problem) => problemOf(problem, open));
  return make("section", { className: "overlay", role: "alert" }, close, ...own, ...(others.length === 0 ? [] : rest));
}

function panelOf(notes: readonly ShownProblem[], isOpen: boolean, open: Open): HTMLDetailsElement {
  const summary = make("summary", {}, notes.length === 1 ? "1 note" : `${notes.length} notes`);
  const list = make("div", { className: "notes" }, ...notes.map((problem) => problemOf(problem, open)));
  return make("details", { className: "panel", open: isOpen }, summary, list);
}

function problemOf({ severity, message, hint, frame, editor, ...place }: ShownProblem, open: Open): HTMLElement {
  const text = `${place.path}:${place.line}:${place.column}`;
  const links =
    editor === undefined
      ? [text]
      : [
          makeButton({ className: "open", textContent: text, title: "Open in your editor" }, () => open(place)),
          " ",
          make("a", { href: editor }, "VS Code"),
        ];
  return make(
    "article",
    { className: severity },
    make("p", { className: "place" }, ...links),
    make("p", { className: "message" }, message),
    ...(frame === undefined ? [] : [make("pre", {}, frame)]),
    ...(hint === undefined ? [] : [make("p", { className: "hint" }, hint)]),
  );
}
