const { parentPort, workerData } = require("node:worker_threads");
const XLSX = require("xlsx");

// rows are plain data and cross the border between threads; a smaller answer is a faster one
const wb = XLSX.readFile(workerData, { dense: true });
parentPort.postMessage(XLSX.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]));
