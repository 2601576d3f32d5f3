import { make, makeButton } from "../make.ts";
import type { FromServer, ShownProblem } from "./messages.ts";
import { NOTICE_STYLES } from "./notice-styles.ts";

type Problems = Extract<FromServer, { type: "problems" }>;

/** Shows problems, as text only: errors in an overlay, notes in a corner of the page. */
export function createDevNotices(): (problems: Problems) => void {
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
  const close = makeButton({ className: "close", textContent: "Close" }, dismiss);
  return make("section", { className: "overlay", role: "alert" }, close, ...errors.map(problemOf));
}

function panelOf(notes: readonly ShownProblem[], open: boolean): HTMLDetailsElement {
  const summary = make("summary", {}, notes.length === 1 ? "1 note" : `${notes.length} notes`);
  const list = make("div", { className: "notes" }, ...notes.map(problemOf));
  return make("details", { className: "panel", open }, summary, list);
}

function problemOf({ path, line, column, severity, message, hint, frame }: ShownProblem): HTMLElement {
  return make(
    "article",
    { className: severity },
    make("p", { className: "place" }, `${path}:${line}:${column}`),
    make("p", { className: "message" }, message),
    ...(frame === undefined ? [] : [make("pre", {}, frame)]),
    ...(hint === undefined ? [] : [make("p", { className: "hint" }, hint)]),
  );
}
