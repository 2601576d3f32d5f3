const { parentPort, workerData } = require("node:worker_threads");
const XLSX = require("xlsx");

const wb = XLSX.readFile(workerData.file, { dense: true });
const ws = wb.Sheets[wb.SheetNames[0]];
// rows, not the workbook: what is posted is copied
parentPort.postMessage(XLSX.utils.sheet_to_json(ws));
