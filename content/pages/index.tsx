import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { Link, type LoadInput } from "docgen/theme";
import type { ReactNode } from "react";
import { tarball, version } from "../library.ts";
import { CopiedCode } from "./_copied-code.tsx";
import { PICKER, SheetDemo } from "./_sheet-demo.tsx";

export const title = "SheetJS CE";
export const description =
  "Read, edit and write spreadsheet files in JavaScript: in the browser, on the server, offline. Try it here with a file of your own.";
export const scripts = ["xlsx"];

/** What the page says in figures. */
interface Figures {
  readonly formatsRead: number;
  readonly formatsWritten: number;
  readonly dependencies: number;
  /** Compressed size of the full build, in kB. */
  readonly kilobytes: number;
}

/** Path of the page with the table of all formats: all are read, those with a `bookType` are written. */
const FORMATS = "content/docs/miscellany/formats.md";

/** Counts the formats in that table, and measures the package that this site serves. */
export function load({ read }: LoadInput): Figures {
  const [, section = ""] = read(FORMATS).split("\n## All formats\n");
  const [header = "", , ...rows] = section.split("\n## ")[0]?.match(/^\|.*/gm) ?? [];
  if (!header.startsWith("| Format, extension | `bookType` |")) {
    throw new Error(`${FORMATS}: "All formats" has no table with the columns "Format, extension" and "bookType" first`);
  }
  const { dependencies = {} } = JSON.parse(readFileSync("node_modules/xlsx/package.json", "utf8"));
  return {
    formatsRead: rows.length,
    formatsWritten: rows.filter((row) => /^\|[^|]*\| `/.test(row)).length,
    dependencies: Object.keys(dependencies).length,
    kilobytes: Math.round(gzipSync(readFileSync("node_modules/xlsx/dist/xlsx.full.min.js")).byteLength / 1000),
  };
}

const LARGE = `const XLSX = require("xlsx");

const wb = XLSX.readFile("orders.xlsx");
const rows = XLSX.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);

const large = rows.filter((row) => row.Total > 35);
const ws = XLSX.utils.json_to_sheet(large);
const out = XLSX.utils.book_new();
XLSX.utils.book_append_sheet(out, ws, "Large");
XLSX.writeFile(out, "large.ods");
`;

const TOKEN = /(\bconst\b)|("[^"]*")|\b(\w+)(?=\()|\b(\d+)\b/g;

/** The code in the colours of code blocks. */
function highlighted(code: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: token, 1: keyword, 2: string, 3: name, index } of code.matchAll(TOKEN)) {
    parts.push(code.slice(end, index));
    const kind = keyword ? "k" : string ? "s" : name ? "f" : "n";
    parts.push(
      <span key={index} className={kind}>
        {token}
      </span>,
    );
    end = index + token.length;
  }
  return [...parts, code.slice(end)];
}

/** The home page: what the library does, and a place to try it. */
export default function Home({ data }: { readonly data: Figures }): ReactNode {
  return (
    <div className="home" data-interactive="reach">
      <section className="hero">
        <div className="hero-text">
          <h1>Read and write spreadsheets in JavaScript</h1>
          <p className="hero-lead">
            SheetJS Community Edition opens Excel, OpenDocument, Numbers, CSV and older files, and saves your data in
            the same formats. It needs neither Excel nor a server: files stay where they are.
          </p>
          <p className="hero-links">
            <label htmlFor={PICKER} className="button primary">
              Open a spreadsheet
            </label>
            <Link to="/docs/getting-started/" className="button">
              Get started
            </Link>
            <Link to="/docs/api/" className="button">
              API reference
            </Link>
          </p>
          <dl className="home-figures">
            <div>
              <dt>formats read</dt>
              <dd>{data.formatsRead}</dd>
            </div>
            <div>
              <dt>formats written</dt>
              <dd>{data.formatsWritten}</dd>
            </div>
            <div>
              <dt>dependencies</dt>
              <dd>{data.dependencies}</dd>
            </div>
            <div>
              <dt>compressed</dt>
              <dd>{data.kilobytes} kB</dd>
            </div>
          </dl>
        </div>
        <SheetDemo />
      </section>
      <section className="home-code">
        <div>
          <h2>Three calls do most jobs</h2>
          <p>
            <code>readFile</code> turns any supported file into a workbook object. <code>sheet_to_json</code> turns a
            worksheet into an array of objects. <code>writeFile</code> saves a workbook. Everything in between is
            ordinary JavaScript: this sample keeps the large orders of the sheet above.
          </p>
          <p>Version {version} comes from the server of the project:</p>
          <CopiedCode lang="bash" text={`npm install ${tarball}`} />
          <p>
            <code>npm install xlsx</code> gives 0.18.5, an old release with{" "}
            <Link to="/docs/miscellany/security">known vulnerabilities</Link>. This sample runs with it, too. For other
            code see <Link to="/docs/getting-started/migrate">what differs</Link>.
          </p>
          <p>
            <Link to="/docs/getting-started/examples/import">Import tutorial</Link>
            {" · "}
            <Link to="/docs/getting-started/examples/export">Export tutorial</Link>
          </p>
        </div>
        <CopiedCode lang="js" caption="large.js" text={LARGE}>
          {highlighted(LARGE)}
        </CopiedCode>
      </section>
      <section className="home-facts">
        <div>
          <h2>Many formats, one object</h2>
          <p>
            XLSX, XLSM, XLSB, XLS, ODS, NUMBERS, CSV, HTML, DBF, SYLK, DIF and others are read to the same workbook,
            worksheets and cells, and written from them. Fonts, colours, charts and pictures are not kept.
          </p>
          <Link to="/docs/miscellany/formats">All formats, and what each keeps</Link>
        </div>
        <div>
          <h2>Any JavaScript runtime</h2>
          <p>Script tag, bundler, Node.js, Deno, Bun, workers, Photoshop: one library without dependencies.</p>
          <Link to="/docs/getting-started/installation/">Installation</Link>
        </div>
        <div>
          <h2>Nothing leaves the machine</h2>
          <p>
            There is no service behind it and no telemetry in it. It works offline and with files nobody else may see.
          </p>
          <Link to="/docs/getting-started/zen">Design principles</Link>
        </div>
      </section>
    </div>
  );
}
