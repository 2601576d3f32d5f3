const XLSX = require("xlsx");
const busboy = require("busboy");

/** the first file of the form, as a Buffer */
function firstFile(event) {
  return new Promise((resolve, reject) => {
    const parser = busboy({ headers: { "content-type": event.headers["content-type"] } });
    let found = false;
    parser.on("file", (field, stream) => {
      const chunks = [];
      found = true;
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("end", () => resolve(Buffer.concat(chunks)));
    });
    parser.on("error", reject);
    parser.on("close", () => { if (!found) reject(new Error("the form has no file")); });
    parser.end(Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8"));
  });
}

const FORM = '<form method="post" enctype="multipart/form-data">' +
  '<input type="file" name="upload"><button>Convert</button></form>';

exports.handler = async (event) => {
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  if (event.requestContext.http.method === "GET") return { statusCode: 200, headers, body: FORM };
  try {
    // highlight-next-line
    const wb = XLSX.read(await firstFile(event));
    const body = XLSX.utils.sheet_to_html(wb.Sheets[wb.SheetNames[0]]);
    // no script of a file may run under this address
    return { statusCode: 200, headers: { ...headers, "Content-Security-Policy": "sandbox" }, body };
  } catch (e) {
    return { statusCode: 400, headers: { "Content-Type": "text/plain" }, body: e.message ?? String(e) };
  }
};
