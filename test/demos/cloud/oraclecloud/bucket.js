const XLSX = require("xlsx");

const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

async function load(client, namespaceName, bucketName, objectName) {
  const { value } = await client.getObject({ namespaceName, bucketName, objectName });
  const chunks = [];
  for await (const chunk of value) chunks.push(chunk);
  // highlight-next-line
  return XLSX.read(Buffer.concat(chunks), { cellNF: true, cellStyles: true, xlfn: true });
}

async function save(client, namespaceName, bucketName, objectName, wb) {
  // highlight-next-line
  const putObjectBody = XLSX.write(wb, { type: "buffer", bookType: "xlsx", compression: true });
  await client.putObject({
    namespaceName, bucketName, objectName, putObjectBody,
    contentLength: putObjectBody.length,
    contentType: XLSX_TYPE,
  });
}

module.exports = { load, save };

if (require.main === module) (async () => {
  const { ConfigFileAuthenticationDetailsProvider } = require("oci-common");
  const { ObjectStorageClient } = require("oci-objectstorage");
  const client = new ObjectStorageClient({
    authenticationDetailsProvider: new ConfigFileAuthenticationDetailsProvider(),
  });
  const namespace = (await client.getNamespace({})).value;
  const wb = await load(client, namespace, process.env.BUCKET, "pres.xlsx");
  console.log(XLSX.utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]]));
  await save(client, namespace, process.env.BUCKET, "copy.xlsx", wb);
})();
