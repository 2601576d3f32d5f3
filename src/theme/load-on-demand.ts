import { READER_FILE_KEY } from "../shared/constants.ts";
import type { ReaderFile } from "./reader-file.ts";
import { readStored } from "./storage.ts";

/** Scripts that run or have run, by their inert tags. */
const started = new WeakMap<HTMLScriptElement, Promise<void>>();

/**
 * Loads the configured scripts of a name that are lazy (`on: "demand"`), in parallel but executed in order; scripts
 * that have run are skipped, those that failed are retried.
 *
 * @throws Error naming the first script that could not be loaded
 */
export async function loadScripts(name: string): Promise<void> {
  const waiting = document.querySelectorAll<HTMLScriptElement>(`script[data-script="${CSS.escape(name)}"]`);
  for (const tag of waiting) if (!started.has(tag)) started.set(tag, runScript(tag));
  await Promise.all([...waiting].map((tag) => started.get(tag)));
}

/** Inserts a script tag that runs after the inert one, which stays as it is. */
function runScript(waiting: HTMLScriptElement): Promise<void> {
  const script = document.createElement("script");
  for (const { name, value } of waiting.attributes) if (!/^(?:type|data-)/.test(name)) script.setAttribute(name, value);
  script.type = waiting.dataset.type ?? "";
  script.async = false;
  return new Promise((resolve, reject) => {
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      script.remove();
      started.delete(waiting);
      reject(new Error(`${script.src} could not be loaded`));
    });
    waiting.after(script);
  });
}

/** Whether the reader has given a file on this page or an earlier one of the tab. Browsers only. */
export function hasReaderFile(): boolean {
  return readStored("sessionStorage", READER_FILE_KEY) !== undefined;
}

/** Loads the file that the reader gives to the samples of the site: few pages need it. Browsers only. */
export async function loadReaderFile(): Promise<ReaderFile> {
  return (await import("./reader-file.ts")).readerFile;
}
