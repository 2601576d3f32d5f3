const XLSX = require("xlsx");
const { S3Client, GetObjectCommand, PutObjectCommand } = require("@aws-sdk/client-s3");

const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

async function load(client, Bucket, Key) {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
  // highlight-next-line
  return XLSX.read(await Body.transformToByteArray(), { cellNF: true, cellStyles: true, xlfn: true });
}

async function save(client, Bucket, Key, wb) {
  // highlight-next-line
  const buf = XLSX.write(wb, { type: "buffer", bookType: "xlsx", compression: true });
  await client.send(new PutObjectCommand({ Bucket, Key, Body: buf, ContentType: XLSX_TYPE }));
}

module.exports = { load, save };

if (require.main === module) (async () => {
  // region and credentials come from the environment or from the role of the function
  const client = new S3Client({});
  const wb = await load(client, process.env.BUCKET, "pres.xlsx");
  const ws = wb.Sheets[wb.SheetNames[0]];
  const total = [["Total", XLSX.utils.sheet_to_json(ws).length]];
  // -1 is the row below the last one; an empty worksheet has none
  XLSX.utils.sheet_add_aoa(ws, total, { origin: ws["!ref"] ? -1 : "A1" });
  await save(client, process.env.BUCKET, "counted.xlsx", wb);
})();
