// #region fetch
async function withFetch(url) {
  const response = await fetch(url);
  // an error page is bytes, too
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  // highlight-next-line
  return XLSX.read(await response.arrayBuffer());
}
// #endregion

// #region xhr
function withXHR(url) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", url);
    // highlight-next-line
    request.responseType = "arraybuffer";
    request.onload = () => {
      if (request.status !== 200) return reject(new Error(`${url}: ${request.status}`));
      try {
        // highlight-next-line
        resolve(XLSX.read(request.response));
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(new Error(`${url}: no answer`));
    request.send();
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

// #region show
async function show(download) {
  const result = document.getElementById("result");
  result.textContent = "Loading …";
  try {
    const wb = await download("pres.xlsx");
    const ws = wb.Sheets[wb.SheetNames[0]];
    // for files that you made: markup in the cells of others would work in the page
    result.innerHTML = XLSX.utils.sheet_to_html(ws, { header: "", footer: "" });
  } catch (error) {
    result.textContent = error.message ?? String(error);
  }
}
// #endregion
