/**
 * The script of the live samples' iframe page. It is one file for all samples and communicates with the page only by
 * messages. It runs nothing unless its origin is opaque: in a frame with `sandbox` and without `allow-same-origin`.
 * Any site can embed this page, and code sent by it must never run with the rights of our origin.
 */
import * as ReactModule from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { make } from "../../dom.ts";
import type { FromFrame, SampleSource, ToFrame } from "../frame-messages.ts";
import { compileSample, sampleFault } from "./compile-sample.ts";
import { limitLoops } from "./guard-loops.ts";
import { createLibraryLoader, type Library } from "./library.ts";
import { installSiteFetch } from "./site-fetch.ts";

if (self.origin === "null" && parent !== self) start();
else document.body.textContent = "This page runs the live samples of the documentation, inside their pages only.";

function start(): void {
  const result = document.getElementById("result") ?? document.body;
  let run = 0;
  let phase: "build" | "later" = "build";
  let source: SampleSource | undefined;
  /** Whether the sample waits for the library, which it uses, to load. */
  let isWaiting = false;
  let isFaulty = false;
  /** The last run that has a result: after a fault, that of an earlier run is still there. */
  let shownRun = -1;
  /** The reader's file, until it is in the pickers of the result. */
  let file: File | undefined;

  const tell = (error: unknown) => {
    isFaulty = true;
    post({ type: "fault", run, fault: sampleFault(error, phase) });
  };
  const measure = watchHeight(result);
  const tellShown = () => {
    measure();
    post({ type: "shown", run });
    shownRun = run;
    fill();
  };
  const fill = () => {
    if (file === undefined || shownRun !== run || result.querySelector('input[type="file"]') === null) return;
    fillFileInputs(result, file);
    file = undefined;
  };
  const showValue = createResultRenderer(result, tell);
  const answerFetch = installSiteFetch((id, url) => post({ type: "fetch", id, url }));
  const library = readLibrary();
  const loadLibrary = createLibraryLoader(library, (state, address) => {
    post({ type: "library", state, address });
    if (state === "ready" && isWaiting) show();
  });
  const show = () => {
    isWaiting = false;
    if (source === undefined) return;
    phase = "build";
    isFaulty = false;
    try {
      const program = compileSample(source);
      if (source.noInline) {
        let isShown = false;
        const thisRun = run;
        program(React, (node) => {
          // A delayed response belongs to an earlier run.
          if (thisRun !== run) return;
          const isFirst = !isShown;
          isShown = true;
          // "Nothing was shown" is no longer true.
          if (isFirst) isFaulty = false;
          showValue(node);
          if (isFirst && phase === "later" && !isFaulty) tellShown();
        });
        if (!isShown) throw new Error("Nothing was shown: call render(<Sample />)");
      } else {
        const value = program(React, showValue);
        if (value === undefined)
          throw new Error("Nothing to show: write a component, or an expression such as <p>Hello</p>");
        showValue(value);
      }
      if (!isFaulty) tellShown();
    } catch (error) {
      tell(error);
    }
    phase = "later";
    post({ type: "ran", run });
  };
  const onMessage = (message: ToFrame) => {
    if (message.type === "ping") post({ type: "pong" });
    if (message.type === "mode") document.documentElement.dataset.theme = message.mode;
    if (message.type === "load-library") loadLibrary();
    if (message.type === "file") answerFetch(message.id, message.answer);
    if (message.type === "input" && message.run === run) {
      file = message.file;
      fill();
    }
    if (message.type === "start") {
      document.documentElement.dataset.theme = message.mode;
      // Addresses in the sample are relative to the docs page, and links open in a new window.
      document.head.prepend(make("base", { href: message.page, target: "_blank" }));
    }
    if (message.type === "run") {
      ({ run, source } = message);
      file = undefined;
      isWaiting = library.global !== "" && source.code.includes(library.global) && loadLibrary();
      // Report the run as finished: waiting for the library must not be taken for an endless loop.
      if (isWaiting) post({ type: "ran", run });
      else show();
    }
  };

  document.documentElement.dataset.theme = location.hash.slice(1);
  addEventListener("message", (event: MessageEvent<ToFrame>) => {
    if (event.source === parent) onMessage(event.data);
  });
  addEventListener("error", ({ error, message }) => tell(error ?? message));
  addEventListener("unhandledrejection", ({ reason }) => tell(reason));
  limitLoops();
  post({ type: "ready" });
}

/**
 * Creates a renderer for the sample's result.
 *
 * @param onError called with errors of rendering and of effects
 * @returns renders the value of a sample from scratch; its effects have run when this returns
 */
function createResultRenderer(container: HTMLElement, onError: (error: unknown) => void): (value: unknown) => void {
  let root: Root | undefined;
  return (value) => {
    root?.unmount();
    root = createRoot(container, { onUncaughtError: onError, onCaughtError: onError });
    const next = root;
    flushSync(() => next.render(toNode(value)));
  };
}

/** Creates an element of a component; other values are rendered as they are. */
function toNode(value: unknown): ReactModule.ReactNode {
  const { createElement, isValidElement } = ReactModule;
  const isObjectType = typeof value === "object" && value !== null && "$$typeof" in value && !isValidElement(value);
  if (typeof value === "function" || isObjectType) return createElement(value as ReactModule.ElementType);
  return value as ReactModule.ReactNode;
}

/** React with support for async functions as effects: their promise is not used as a cleanup function. */
const React: typeof ReactModule = {
  ...ReactModule,
  useEffect: withoutPromise(ReactModule.useEffect),
  useLayoutEffect: withoutPromise(ReactModule.useLayoutEffect),
};

function withoutPromise(run: typeof ReactModule.useEffect): typeof ReactModule.useEffect {
  return (effect, dependencies) =>
    run(() => {
      const cleanUp: unknown = effect();
      return typeof cleanUp === "function" ? (cleanUp as () => void) : undefined;
    }, dependencies);
}

/**
 * Sends the height of the result whenever it may have changed. Browsers neither render frames outside the window nor
 * call their resize observers, so mutations are observed too: a result gets its height before it is scrolled to.
 *
 * @returns reports the height at once
 */
function watchHeight(result: HTMLElement): () => void {
  let last = -1;
  const measure = () => {
    const { height } = result.getBoundingClientRect();
    if (height !== last) post({ type: "height", height });
    last = height;
  };
  new ResizeObserver(measure).observe(result);
  const all = { attributes: true, characterData: true, childList: true, subtree: true };
  new MutationObserver(measure).observe(result, all);
  addEventListener("load", measure, { capture: true });
  return measure;
}

function post(message: FromFrame): void {
  // The page's origin is unknown here; these messages hold no secrets.
  parent.postMessage(message, "*");
}

/** The library, as the build has written it into the page; addresses are resolved before the page has its `base`. */
function readLibrary(): Library {
  const { global, scripts } = JSON.parse(document.getElementById("library")?.textContent ?? "") as Library;
  return { global, scripts: scripts.map((script) => ({ ...script, src: new URL(script.src, location.href).href })) };
}

/** Chooses a file in the file pickers of a result, as its reader would. */
function fillFileInputs(result: ParentNode, file: File): void {
  for (const input of result.querySelectorAll<HTMLInputElement>('input[type="file"]')) {
    const chosen = new DataTransfer();
    chosen.items.add(file);
    input.files = chosen.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
