import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { Link, type LoadInput } from "docgen/theme";
import type { ReactNode } from "react";
import { tarball, version } from "../library.ts";
import { CopiedCode } from "./_copied-code.tsx";
import { PICKER, SheetDemo } from "./_sheet-demo.tsx";

export const title = "SheetJS CE";
export const description =
  "Read, edit and write spreadsheet files in JavaScript, in browsers and on servers. Try it on this page with your own file.";
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
            SheetJS Community Edition reads Excel, OpenDocument, Numbers, CSV and older files, and writes most of these
            formats. It needs neither Excel nor a server: your files stay on your machine.
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
              <dt>gzipped</dt>
              <dd>{data.kilobytes} kB</dd>
            </div>
          </dl>
        </div>
        <SheetDemo />
      </section>
      <section className="home-code">
        <div>
          <h2>Most tasks take three calls</h2>
          <p>
            <code>readFile</code> reads a file into a workbook object. <code>sheet_to_json</code> converts a worksheet
            to an array of objects. <code>writeFile</code> saves a workbook. The rest is plain JavaScript: this sample
            saves the large orders from the sheet above.
          </p>
          <p>Install version {version} from the project&rsquo;s server:</p>
          <CopiedCode lang="bash" text={`npm install ${tarball}`} />
          <p>
            <code>npm install xlsx</code> installs 0.18.5, an old release with{" "}
            <Link to="/docs/miscellany/security">known vulnerabilities</Link>. This sample works with both versions. For
            other code, see <Link to="/docs/getting-started/migrate">what changed</Link>.
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
          <h2>Many formats, one model</h2>
          <p>
            Your code uses the same workbook, worksheet and cell objects for XLSX, XLSB, XLS, ODS, Numbers, CSV, HTML,
            DBF and other formats. Fonts, colours, charts and pictures are lost.
          </p>
          <Link to="/docs/miscellany/formats">All formats and what they keep</Link>
        </div>
        <div>
          <h2>Runs almost anywhere</h2>
          <p>Use it in browsers, workers, Node.js, Deno, Bun and even Photoshop, with or without a bundler.</p>
          <Link to="/docs/getting-started/installation/">Installation</Link>
        </div>
        <div>
          <h2>Your data stays private</h2>
          <p>The library works offline. It opens no network connection and collects no data.</p>
          <Link to="/docs/getting-started/zen">Design principles</Link>
        </div>
      </section>
    </div>
  );
}
