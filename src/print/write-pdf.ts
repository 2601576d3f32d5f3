import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { MAX_BROWSER_MS, requireBrowser, startBrowser } from "../samples/chromium.ts";
import { Failure } from "../shared/failure.ts";

const ARGS = ["--no-pdf-header-footer", "--generate-pdf-document-outline"];

/** Prints HTML as PDF. @throws Failure (exit code 1) without a Chromium, or if it fails; the reason of an abort */
export async function pdfOf(root: string, html: string, signal: AbortSignal): Promise<Buffer> {
  const browser = requireBrowser(root);
  const folder = mkdtempSync(join(tmpdir(), "docgen-print-"));
  try {
    const [page, pdf] = [join(folder, "book.html"), join(folder, "book.pdf")];
    writeFileSync(page, html);
    const files = [`--print-to-pdf=${pdf}`, pathToFileURL(page).href];
    const child = startBrowser(browser, join(folder, "profile"), [...ARGS, ...files], {
      stdio: "ignore",
      signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_BROWSER_MS)]),
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
