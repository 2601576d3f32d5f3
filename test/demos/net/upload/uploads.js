// #region form
function makeForm() {
  const wb = XLSX.utils.table_to_book(document.querySelector("#editor table"));
  // highlight-start
  const bytes = XLSX.write(wb, { type: "array", bookType: "xlsx" });
  const file = new File([bytes], "presidents.xlsx");
  // highlight-end
  const form = new FormData();
  form.append("data", file);
  return form;
}
// #endregion

// #region fetch
async function withFetch(form) {
  // no Content-Type header here: the browser writes it, with the boundary of the parts
  const response = await fetch("/upload", { method: "POST", body: form });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response.text();
}
// #endregion

// #region xhr
function withXHR(form) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/upload");
    request.onload = () => (request.status === 200 ? resolve(request.responseText) : reject(new Error(request.status)));
    request.onerror = () => reject(new Error("no answer"));
    request.send(form);
  });
}
// #endregion

// #region axios
async function withAxios(form) {
  const { data } = await axios.post("/upload", form, { responseType: "text" });
  return data;
}
// #endregion

// #region superagent
async function withSuperagent(form) {
  const { text } = await superagent.post("/upload").send(form);
  return text;
}
// #endregion

// #region page
const rows = [
  { Name: "Bill Clinton", Index: 42 },
  { Name: "GeorgeW Bush", Index: 43 },
];
const ws = XLSX.utils.json_to_sheet(rows);
document.getElementById("editor").innerHTML = XLSX.utils.sheet_to_html(ws, { editable: true, header: "", footer: "" });

async function send(upload) {
  const answer = document.getElementById("answer");
  try {
    answer.textContent = await upload(makeForm());
  } catch (error) {
    answer.textContent = error.message ?? String(error);
  }
}
// #endregion
