const note = document.getElementById("note");

// runs in the page
function grab() {
  const wb = XLSX.utils.book_new();
  for (const table of document.querySelectorAll("table")) {
    // highlight-next-line
    XLSX.utils.book_append_sheet(wb, XLSX.utils.table_to_sheet(table), undefined, true);
  }
  return wb;
}

async function saveTables() {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  const target = { tabId: tab.id };
  await chrome.scripting.executeScript({ target, files: ["xlsx.full.min.js"] });
  const [{ result }] = await chrome.scripting.executeScript({ target, func: grab });
  if (result.SheetNames.length === 0) {
    note.textContent = "No table on this page.";
    return;
  }
  // highlight-next-line
  XLSX.writeFile(result, "tables.xlsx");
}

async function saveBookmarks() {
  const rows = [];
  const walk = (nodes, folder) => {
    for (const node of nodes) {
      if (node.url) rows.push({ Folder: folder, Title: node.title, Address: node.url });
      if (node.children) walk(node.children, folder ? folder + "/" + node.title : node.title);
    }
  };
  walk(await chrome.bookmarks.getTree(), "");
  const wb = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(wb, XLSX.utils.json_to_sheet(rows), "Bookmarks");
  // highlight-next-line
  XLSX.writeFile(wb, "bookmarks.xlsx");
}

document.getElementById("tables").addEventListener("click", saveTables);
document.getElementById("bookmarks").addEventListener("click", saveBookmarks);
