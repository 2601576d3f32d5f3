const http = require("node:http");
const https = require("node:https");
const axios = require("axios");
const superagent = require("superagent");
const XLSX = require("xlsx");

// #region fetch
async function withFetch(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  // highlight-next-line
  return XLSX.read(await response.arrayBuffer());
}
// #endregion

// #region https
function withHttps(url) {
  const { get } = url.startsWith("https:") ? https : http;
  return new Promise((resolve, reject) => {
    const request = get(url, (response) => {
      if (response.statusCode !== 200) {
        response.resume();
        return reject(new Error(`${url}: ${response.statusCode}`));
      }
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        try {
          // highlight-next-line
          resolve(XLSX.read(Buffer.concat(chunks)));
        } catch (error) {
          reject(error);
        }
      });
    });
    request.on("error", reject);
  });
}
// #endregion

// #region axios
async function withAxios(url) {
  // highlight-next-line
  const { data } = await axios.get(url, { responseType: "arraybuffer" });
  return XLSX.read(data);
}
// #endregion

// #region superagent
async function withSuperagent(url) {
  // highlight-next-line
  const { body } = await superagent.get(url).responseType("arraybuffer");
  return XLSX.read(body);
}
// #endregion

// #region main
async function main(url) {
  for (const download of [withFetch, withHttps, withAxios, withSuperagent]) {
    const wb = await download(url);
    console.log(download.name, JSON.stringify(XLSX.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]])));
  }
}

main(process.argv[2]);
// #endregion
