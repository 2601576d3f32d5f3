importScripts("xlsx.full.min.js");

chrome.runtime.onInstalled.addListener(() => {
  chrome.contextMenus.create({ id: "tables", title: "Save the tables of this page" });
});

// runs in the page
function grab() {
  const wb = XLSX.utils.book_new();
  for (const table of document.querySelectorAll("table")) {
    XLSX.utils.book_append_sheet(wb, XLSX.utils.table_to_sheet(table), undefined, true);
  }
  return wb;
}

async function saveTables(tab) {
  const target = { tabId: tab.id };
  await chrome.scripting.executeScript({ target, files: ["xlsx.full.min.js"] });
  const [{ result }] = await chrome.scripting.executeScript({ target, func: grab });
  // highlight-next-line
  if (result.SheetNames.length > 0) XLSX.writeFile(result, "tables.xlsx");
}

chrome.contextMenus.onClicked.addListener((info, tab) => saveTables(tab));
