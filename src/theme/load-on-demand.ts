import { READER_FILE_KEY } from "../shared/constants.ts";
import type { ReaderFile } from "./reader-file.ts";
import { readStored } from "./storage.ts";

/**
 * Loads the configured scripts of a name that are lazy (`on: "demand"`), in parallel but executed in order; scripts
 * that have run are skipped, those that failed are retried.
 *
 * @throws Error naming the first script that could not be loaded
 */
export async function loadScripts(name: string): Promise<void> {
  const waiting = document.querySelectorAll<HTMLScriptElement>(`script[data-script="${CSS.escape(name)}"]`);
  await Promise.all([...waiting].map(runScript));
}

/** Inserts a script tag that runs after the inert one, which stays as it is. */
function runScript(waiting: HTMLScriptElement): Promise<void> {
  const next = waiting.nextElementSibling;
  if (next instanceof HTMLScriptElement && next.dataset.state === "loaded") return Promise.resolve();
  const script = next instanceof HTMLScriptElement && next.dataset.state === "loading" ? next : start(waiting);
  return new Promise((resolve, reject) => {
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(`${script.src} could not be loaded`)));
  });
}

function start(waiting: HTMLScriptElement): HTMLScriptElement {
  const script = document.createElement("script");
  for (const { name, value } of waiting.attributes) if (!/^(?:type|data-)/.test(name)) script.setAttribute(name, value);
  script.type = waiting.dataset.type ?? "";
  script.async = false;
  script.dataset.state = "loading";
  script.addEventListener("load", () => {
    script.dataset.state = "loaded";
  });
  script.addEventListener("error", () => script.remove());
  waiting.after(script);
  return script;
}

/** Whether the reader has given a file on this page or an earlier one of the tab. Browsers only. */
export function hasReaderFile(): boolean {
  return readStored("sessionStorage", READER_FILE_KEY) !== undefined;
}

/** Loads the file that the reader gives to the samples of the site: few pages need it. Browsers only. */
export async function loadReaderFile(): Promise<ReaderFile> {
  return (await import("./reader-file.ts")).readerFile;
}
