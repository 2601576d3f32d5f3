// What demos without a page have in common: servers with two routes, programs that convert, sites made from a workbook.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, openAsBlob, readFileSync, renameSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { DAMAGED } from "./page-checks.mjs";

const TOO_LARGE = 11 * 1024 * 1024;
const PLANS = [
  { Plan: "Free", Price: 0 },
  { Plan: "Team", Price: 12 },
];

/** Checks for servers, programs in other languages and static sites. */
export function fileChecks({ library, presidents }) {
  /** The form that the page's curl command sends. */
  async function uploadForm() {
    const form = new FormData();
    form.append("upload", await openAsBlob("pres.xlsx"), "pres.xlsx");
    return form;
  }

  /**
   * The two routes of all servers: POST /upload gives the rows of a workbook, GET /download gives one.
   * `noFile`, `tooLarge` are the answers to a form without a file and to a file beyond the limit.
   */
  async function checkServer(url, { noFile = 400, tooLarge = 413 } = {}) {
    const upload = (body) => fetch(`${url}/upload`, { method: "POST", body });
    const uploadBytes = (bytes) => {
      const form = new FormData();
      form.append("upload", new Blob([bytes]), "some.xlsx");
      return upload(form);
    };
    assert.deepEqual(await (await upload(await uploadForm())).json(), presidents);

    const file = await fetch(`${url}/download`);
    assert.match(file.headers.get("content-disposition"), /^attachment; filename="?plans\.xlsx"?$/);
    assert.match(file.headers.get("content-type"), /spreadsheetml\.sheet$/);
    const wb = library.read(await file.arrayBuffer());
    assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Plans), PLANS);

    assert.equal((await upload(new FormData())).status, noFile);
    assert.equal((await uploadBytes(DAMAGED)).status, 422);
    const cut = await uploadBytes(cutFile());
    assert.equal(cut.status, 422);
    assert.match(await cut.text(), /XLS Record 0x203 Truncated/);
    // A server that answers before it has read all may cut the line before its answer is heard: then it is only told the size.
    const isCut = ({ cause }) => ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"].includes(cause?.code);
    const answer = await uploadBytes(new Uint8Array(TOO_LARGE)).catch((error) => {
      if (!isCut(error)) throw error;
      return announceUpload(`${url}/upload`, TOO_LARGE);
    });
    assert.equal(answer.status, tooLarge);
  }

  /** A file for which the library throws text, not an `Error`. */
  function cutFile() {
    const ws = library.utils.aoa_to_sheet([
      ["x".repeat(300), 1],
      [2, 3],
    ]);
    const bytes = library.write(library.utils.book_new(ws, "S"), { type: "array", bookType: "xls" });
    return bytes.slice(0, bytes.byteLength * 0.9);
  }

  /** Puts the standalone scripts beside the program, as the page's curl commands do. */
  function placeScripts(...names) {
    for (const name of names) cpSync(`node_modules/xlsx/dist/${name}`, name);
  }

  /** The program of the engines: prints the CSV of a file and writes it as out.xlsx. `convert` runs it. */
  async function checkConverter(inputs, convert) {
    for (const input of inputs) {
      assert.match(await convert(input, "out.xlsx"), /^Name,Index\nBill Clinton,42\n/m, input);
      const wb = library.read(readFileSync("out.xlsx"));
      const rows = library.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);
      // Numbers files hold 46.00000000000001.
      assert.deepEqual(
        rows.map((row) => ({ ...row, Index: Math.round(row.Index) })),
        presidents,
        input,
      );
    }
  }

  /** Moves the workbook to where a site keeps its data. */
  function moveSample(folder) {
    mkdirSync(folder, { recursive: true });
    renameSync("pres.xlsx", join(folder, "pres.xlsx"));
  }

  /** A site in a folder: each list item of its first page is one of the texts. */
  function checkItems(folder, texts) {
    const html = readFileSync(join(folder, "index.html"), "utf8");
    assert.deepEqual(
      [...html.matchAll(/<li>(.+?)<\/li>/g)].map(([, text]) => text),
      texts,
    );
    return html;
  }

  /** One page for each row, with the name as its heading. `read` gives the HTML of a path such as "person/42/". */
  async function checkPersons(read) {
    for (const { Name, Index } of presidents)
      assert.match(await read(`person/${Index}/`), new RegExp(`<h1>${Name}</h1>`));
  }

  return { uploadForm, checkServer, placeScripts, checkConverter, moveSample, checkItems, checkPersons };
}

/** Says how large an upload will be, and waits for the answer before any of it is sent. */
function announceUpload(url, bytes) {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "multipart/form-data; boundary=docgen", "content-length": bytes };
    const upload = request(url, { method: "POST", headers });
    upload.on("response", ({ statusCode }) => {
      resolve({ status: statusCode });
      upload.destroy();
    });
    upload.on("error", reject).flushHeaders();
  });
}
