// @deno-types="https://cdn.sheetjs.com/xlsx-0.20.3/package/types/index.d.ts"
import * as XLSX from "https://cdn.sheetjs.com/xlsx-0.20.3/package/xlsx.mjs";

const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const FORM = `<!DOCTYPE html><meta charset="utf-8"><title>Upload</title>
<form method="post" enctype="multipart/form-data">
  <input type="file" name="upload"><button>Show</button>
</form><a href="/sample">sample.xlsx</a>`;

function sample(): Response {
  const rows = [{ Name: "Bolt", Qty: 12 }, { Name: "Nut", Qty: 7 }];
  const wb = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(wb, XLSX.utils.json_to_sheet(rows), "Stock");
  // highlight-next-line
  const bytes: ArrayBuffer = XLSX.writeXLSX(wb, { type: "array", compression: true });
  return new Response(bytes, {
    headers: {
      "Content-Type": XLSX_TYPE,
      "Content-Disposition": 'attachment; filename="sample.xlsx"',
    },
  });
}

async function show(request: Request): Promise<Response> {
  const file = (await request.formData()).get("upload");
  if (!(file instanceof File)) return new Response("send a file as field upload", { status: 400 });
  try {
    // highlight-next-line
    const wb = XLSX.read(await file.arrayBuffer());
    const html = XLSX.utils.sheet_to_html(wb.Sheets[wb.SheetNames[0]]);
    return new Response(html, {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        // no script of a file may run under this address
        "Content-Security-Policy": "sandbox",
      },
    });
  } catch (e) {
    return new Response(String(e), { status: 400 });
  }
}

Deno.serve((request: Request) => {
  if (request.method === "POST") return show(request);
  if (new URL(request.url).pathname === "/sample") return sample();
  return new Response(FORM, { headers: { "Content-Type": "text/html; charset=utf-8" } });
});
