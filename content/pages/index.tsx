import { Link } from "docgen/theme";
import type { ReactNode } from "react";
import { tarball, version } from "../library.ts";
import { SheetDemo } from "./_sheet-demo.tsx";

export const title = "SheetJS CE";
export const description =
  "Read, edit and write spreadsheet files in JavaScript: in the browser, on the server, offline. Try it here with a file of your own.";
export const scripts = ["xlsx"];

/** The home page: what the library does, and a place to try it. */
export default function Home(): ReactNode {
  return (
    <div className="home" data-interactive>
      <section className="hero">
        <div className="hero-text">
          <h1>Spreadsheets in, data out. And back again.</h1>
          <p className="hero-lead">
            SheetJS Community Edition reads and writes XLSX, XLSB, XLS, ODS, CSV and many more formats in plain
            JavaScript. It runs in browsers, in Node.js and wherever else a JavaScript engine does, and your files stay
            where they are.
          </p>
          <p className="hero-links">
            <Link to="/docs/getting-started/" className="button primary">
              Get started
            </Link>
            <Link to="/docs/api/" className="button">
              API reference
            </Link>
          </p>
        </div>
        <SheetDemo />
      </section>
      <section className="home-code">
        <div>
          <h2>Three calls do most jobs</h2>
          <p>
            <code>read</code> turns the bytes of any supported file into a workbook object. <code>sheet_to_json</code>{" "}
            turns a worksheet into an array of objects. <code>writeFile</code> saves a workbook. Everything in between
            is ordinary JavaScript.
          </p>
          <p>Version {version} comes from the server of the project:</p>
          <figure className="code" data-lang="bash">
            <pre tabIndex={0}>
              <code>npm install {tarball}</code>
            </pre>
          </figure>
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
        <figure className="code" data-lang="js">
          <figcaption>paid.js</figcaption>
          <pre tabIndex={0}>
            <code>
              <span className="k">const</span>
              {" XLSX = "}
              <span className="f">require</span>(<span className="s">"xlsx"</span>
              {");\n\n"}
              <span className="k">const</span>
              {" wb = XLSX."}
              <span className="f">readFile</span>(<span className="s">"orders.xlsx"</span>
              {");\n"}
              <span className="k">const</span>
              {" rows = XLSX.utils."}
              <span className="f">sheet_to_json</span>
              {"(wb.Sheets[wb.SheetNames["}
              <span className="n">0</span>
              {"]]);\n\n"}
              <span className="k">const</span>
              {" paid = rows."}
              <span className="f">filter</span>
              {"((row) => row.Paid);\n"}
              <span className="k">const</span>
              {" ws = XLSX.utils."}
              <span className="f">json_to_sheet</span>
              {"(paid);\n"}
              <span className="k">const</span>
              {" out = XLSX.utils."}
              <span className="f">book_new</span>
              {"();\nXLSX.utils."}
              <span className="f">book_append_sheet</span>
              {"(out, ws, "}
              <span className="s">"Paid"</span>
              {");\nXLSX."}
              <span className="f">writeFile</span>
              {"(out, "}
              <span className="s">"paid.ods"</span>
              {");\n"}
            </code>
          </pre>
        </figure>
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
