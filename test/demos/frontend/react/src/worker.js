import { read, utils } from "xlsx";

// parses apart from the page, so that the page keeps answering
self.onmessage = ({ data }) => {
  try {
    // highlight-next-line
    const wb = read(data, { dense: true });
    // formatted text instead of numbers and dates
    const options = { header: 1, raw: false, defval: "" };
    const sheets = wb.SheetNames.map((name) => ({ name, rows: utils.sheet_to_json(wb.Sheets[name], options) }));
    self.postMessage({ sheets });
  } catch (error) {
    self.postMessage({ problem: error.message ?? String(error) });
  }
};
