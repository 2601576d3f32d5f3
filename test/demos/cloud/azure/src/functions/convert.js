const { app } = require("@azure/functions");
const XLSX = require("xlsx");

async function convert(request) {
  const form = await request.formData();
  const file = form.get("upload");
  if (!file || typeof file === "string") return { status: 400, body: "send a file as field upload" };

  // highlight-next-line
  const wb = XLSX.read(await file.arrayBuffer(), { cellNF: true, cellStyles: true });
  return {
    headers: {
      "Content-Type": "application/vnd.oasis.opendocument.spreadsheet",
      "Content-Disposition": 'attachment; filename="converted.ods"',
    },
    // highlight-next-line
    body: XLSX.write(wb, { type: "buffer", bookType: "ods" }),
  };
}

app.http("convert", { methods: ["POST"], authLevel: "anonymous", handler: convert });

module.exports = { convert };
