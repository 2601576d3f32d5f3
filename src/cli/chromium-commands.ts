import { resolve } from "node:path";
import type { Command } from "commander";
import { pdfOf, printSidebar } from "../print/print-sidebar.ts";
import { drawDiagrams } from "../samples/draw-diagrams.ts";
import { replaceOwnFile } from "../shared/own-file.ts";
import { count } from "../shared/text.ts";
import { type Lifecycle, stoppable } from "./lifecycle.ts";
import { addCommonOptions, addStrict, type CommonOptions, checkFileOption, examples, siteRootOf } from "./options.ts";
import { pc, shown, writeOut } from "./print.ts";
import { withProgress } from "./progress.ts";
import { exitCodeFor, formatBytes, printProblems } from "./report.ts";

interface Options extends CommonOptions {
  readonly pdf?: boolean;
  readonly out?: string;
  readonly locale?: string;
}

/** Adds `docgen print`. */
export function addPrint(program: Command, { task }: Lifecycle): void {
  addStrict(addCommonOptions(program.command("print")))
    .description("write all pages of a sidebar into one HTML or PDF file")
    .argument("[sidebar]", "name of the sidebar (default: the first)")
    .option("--pdf", "write a PDF, using a Chromium on this machine")
    .option("--out <file>", "file to write (default: the sidebar's name with .html or .pdf, in the current folder)")
    .option("--locale <name>", "language (default: the default language)")
    .addHelpText(...examples("src/output/README.md", "print", "print tutorialSidebar --pdf --out guide.pdf"))
    .action(task(runPrint));
}

function runPrint(sidebar: string | undefined, options: Options): Promise<number> {
  const root = siteRootOf(options);
  const { out, locale, strict, pdf: isPdf = /\.pdf$/i.test(out ?? "") } = options;
  const extension = isPdf ? ".pdf" : ".html";
  checkFileOption("--out", out, extension);
  return stoppable(async (signal) => {
    const printed = await withProgress(options, false, async (progress) => {
      const book = await printSidebar(root, sidebar, locale, progress);
      return { ...book, data: isPdf ? await pdfOf(root, book.html, signal) : Buffer.from(book.html) };
    });
    const { data, pages, problems, sidebar: name } = printed;
    printProblems(problems, root);
    const file = out ?? name.replace(/[^\p{L}\p{N}._-]+/gu, "-") + extension;
    replaceOwnFile(resolve(file), data);
    writeOut(shown`${pc.green("Printed")} ${count(pages, "page")} into ${file} (${formatBytes(data.length)})`);
    return exitCodeFor(problems, strict);
  });
}

/** Adds `docgen draw`. */
export function addDraw(program: Command, { task }: Lifecycle): void {
  addCommonOptions(program.command("draw"))
    .description("draw the diagrams of pages in advance, into content/_diagrams; needs Chromium on this machine")
    .option("--all", "also redraw diagrams that have a drawing")
    .addHelpText(...examples("src/markdown/GRAMMAR.md", "draw"))
    .action(task(runDraw));
}

function runDraw(options: CommonOptions & { readonly all?: boolean }): Promise<number> {
  const root = siteRootOf(options);
  return stoppable(async (signal) => {
    const { drawn, kept, removed, problems } = await withProgress(options, false, (progress) =>
      drawDiagrams(root, options.all ?? false, signal, progress),
    );
    printProblems(problems, root);
    const failed = problems.length === 0 ? "" : `, ${problems.length} not drawn`;
    const summary = `${count(drawn, "diagram")} drawn, ${kept} kept, ${removed} removed${failed}`;
    writeOut(problems.length === 0 ? pc.green(summary) : pc.red(summary));
    return problems.length === 0 ? 0 : 1;
  });
}
