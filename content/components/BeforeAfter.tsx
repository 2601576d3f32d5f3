import type { ReactNode } from "react";
import sheets from "./sheets.json";

/** A cell: its text, or its text and its properties; null if a merged cell covers it. */
type Cell = string | null | readonly [text: string, marks: Marks];

interface Marks {
  /** `n`: at the right, as numbers are; `b`: centred, as errors and truth values are. */
  readonly type?: "n" | "b";
  readonly formula?: string;
  readonly link?: boolean;
  readonly span?: readonly [rows: number, columns: number];
}

/** The first rows and columns of a worksheet, from `content/_samples/draw-sheets.mjs`. */
interface Sheet {
  /** Empty for a CSV file. */
  readonly name: string;
  /** Lines of a JSON file, in place of rows. */
  readonly text?: readonly string[];
  readonly hidden?: boolean;
  readonly left: number;
  readonly top: number;
  readonly rows: readonly (readonly Cell[])[];
  readonly moreRows?: number;
  readonly moreColumns?: number;
  readonly hiddenRows?: readonly number[];
  readonly hiddenColumns?: readonly number[];
}

const SHEETS: Readonly<Record<string, readonly Sheet[]>> = sheets as never;

interface Props {
  /** Path of the recipe in the cookbook: `change/totals`. */
  readonly of: string;
  /** Files of the recipe, with the sheet if it isn't the first: `stock.xlsx#Prices`. Several are separated by commas. */
  readonly before: string;
  readonly after?: string;
}

/** The input and the result of a recipe, drawn as a spreadsheet program shows them. */
export default function BeforeAfter({ of, before, after }: Props): ReactNode {
  return (
    <div className="before-after">
      <Side title="Before" recipe={of} files={before} />
      {after === undefined ? null : <Side title="After" recipe={of} files={after} />}
    </div>
  );
}

function Side({ title, recipe, files }: { title: string; recipe: string; files: string }): ReactNode {
  return (
    <div>
      {files.split(",").map((file) => (
        <Drawing key={file} title={title} recipe={recipe} file={file.trim()} />
      ))}
    </div>
  );
}

function Drawing({ title, recipe, file }: { title: string; recipe: string; file: string }): ReactNode {
  const [path = "", name] = file.split("#");
  const list = SHEETS[`${recipe}/${path}`];
  const sheet = name === undefined ? list?.[0] : list?.find((candidate) => candidate.name.trim() === name);
  // An error would keep check-samples from making the file; a test finds what is missing.
  if (sheet === undefined) return <p>{file} is not drawn: run node content/_samples/draw-sheets.mjs</p>;
  const label = `${title}: ${path}${sheet.name === "" ? "" : `, sheet ${sheet.name}`}${sheet.hidden ? " (hidden)" : ""}`;
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <div className="sheet-grid" role="group" aria-label={label} tabIndex={0}>
        {sheet.text === undefined ? <Grid sheet={sheet} /> : <pre>{sheet.text.join("\n")}</pre>}
      </div>
    </figure>
  );
}

function Grid({ sheet }: { sheet: Sheet }): ReactNode {
  const { left, top, rows, moreRows, moreColumns, hiddenRows = [], hiddenColumns = [] } = sheet;
  const lines = rows.map((row, index) => ({ line: top + index, row }));
  const columns = rows[0]?.map((_, index) => left + index) ?? [];
  return (
    <table>
      <thead>
        <tr>
          <td />
          {columns.map((column) => (
            <th key={column} scope="col" className={hiddenColumns.includes(column) ? "hidden-part" : undefined}>
              {columnName(column)}
            </th>
          ))}
          {moreColumns === undefined ? null : <td title={`${moreColumns} more columns`}>…</td>}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ line, row }) => (
          <tr key={line} className={hiddenRows.includes(line) ? "hidden-part" : undefined}>
            <th scope="row">{line + 1}</th>
            {row.map((cell, at) => (cell === null ? null : <GridCell key={columns[at]} cell={cell} />))}
          </tr>
        ))}
        {moreRows === undefined ? null : (
          <tr>
            <th scope="row" title={`${moreRows} more rows`}>
              …
            </th>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function GridCell({ cell }: { cell: string | readonly [string, Marks] }): ReactNode {
  const [text, { type, formula, link, span }] = typeof cell === "string" ? [cell, {} as Marks] : cell;
  const className = type === "n" ? "number" : type === "b" ? "centred" : undefined;
  const title = formula === undefined ? undefined : `=${formula}`;
  return (
    <td className={className} title={title} rowSpan={span?.[0]} colSpan={span?.[1]}>
      {link ? <u>{text}</u> : text}
    </td>
  );
}

/** A, B, …, Z, AA */
function columnName(column: number): string {
  return (column >= 26 ? columnName(Math.floor(column / 26) - 1) : "") + String.fromCharCode(65 + (column % 26));
}
