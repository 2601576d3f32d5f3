import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { requireBrowser } from "../samples/draw-in-browser.ts";
import { Failure } from "../shared/failure.ts";

/** Timeout of the browser, in milliseconds. */
const MAX_MS = 300_000;
const ARGS = [
  "--headless",
  "--disable-gpu",
  "--disable-background-networking",
  "--no-first-run",
  "--no-pdf-header-footer",
];

/**
 * Prints HTML as PDF, in a Chromium of this machine.
 *
 * @throws Failure (exit code 1) without a browser, or if it fails; the reason of an aborted `signal`
 */
export async function pdfOf(root: string, html: string, signal: AbortSignal): Promise<Buffer> {
  const browser = requireBrowser(root);
  const folder = mkdtempSync(join(tmpdir(), "docgen-print-"));
  try {
    const [page, pdf] = [join(folder, "book.html"), join(folder, "book.pdf")];
    writeFileSync(page, html);
    const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const files = [`--user-data-dir=${join(folder, "profile")}`, `--print-to-pdf=${pdf}`, pathToFileURL(page).href];
    const child = spawn(browser, [...ARGS, "--generate-pdf-document-outline", ...sandbox, ...files], {
      stdio: "ignore",
      signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]),
    });
    const reason = await new Promise<string>((resolve) => {
      child.once("error", ({ message }) => resolve(message));
      child.once("close", (code) => resolve(`ended with ${code}`));
    });
    signal.throwIfAborted();
    if (!existsSync(pdf)) throw new Failure(1, `${browser}: did not write a PDF (${reason})`);
    return await readFile(pdf);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
