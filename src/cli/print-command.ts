import { resolve } from "node:path";
import type { Command } from "commander";
import { printSidebar } from "../print/print-sidebar.ts";
import { pdfOf } from "../print/write-pdf.ts";
import { replaceOwnFile } from "../shared/own-file.ts";
import { count } from "../shared/text.ts";
import { type Lifecycle, stoppable } from "./lifecycle.ts";
import { addCommonOptions, addStrict, type CommonOptions, checkFileOption, siteRootOf } from "./options.ts";
import { pc, shown, writeOut } from "./print.ts";
import { openProgress } from "./progress.ts";
import { exitCodeFor, formatBytes, printProblems } from "./report.ts";

interface Options extends CommonOptions {
  readonly pdf?: boolean;
  readonly out?: string;
  readonly locale?: string;
  readonly strict?: boolean;
}

/** Adds `docgen print`. */
export function addPrint(program: Command, { task }: Lifecycle): void {
  addStrict(addCommonOptions(program.command("print")))
    .description("write all pages of a sidebar into one HTML or PDF file")
    .argument("[sidebar]", "name of the sidebar (default: the first)")
    .option("--pdf", "write a PDF, using a Chromium on this machine")
    .option("--out <file>", "file to write (default: the sidebar's name with .html or .pdf, in the current folder)")
    .option("--locale <name>", "language (default: the default language)")
    .action(task(run));
}

function run(sidebar: string | undefined, options: Options): Promise<number> {
  const root = siteRootOf(options);
  const { out, locale, strict, verbose, pdf: isPdf = /\.pdf$/i.test(out ?? "") } = options;
  const extension = isPdf ? ".pdf" : ".html";
  checkFileOption("--out", out, extension);
  return stoppable(async (signal) => {
    const progress = openProgress({ verbose, isQuiet: false });
    const work = (async () => {
      const book = await printSidebar(root, sidebar, locale, progress);
      if (!isPdf) return { ...book, data: Buffer.from(book.html) };
      return { ...book, data: await pdfOf(root, book.html, signal) };
    })();
    const { data, pages, problems, sidebar: name } = await work.finally(progress.end);
    printProblems(problems, root);
    const file = out ?? name.replace(/[^\p{L}\p{N}._-]+/gu, "-") + extension;
    replaceOwnFile(resolve(file), data);
    writeOut(shown`${pc.green("Printed")} ${count(pages, "page")} into ${file} (${formatBytes(data.length)})`);
    return exitCodeFor(problems, strict);
  });
}
