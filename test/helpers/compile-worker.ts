import { parentPort, workerData } from "node:worker_threads";
import { compileText } from "./compile.ts";

const { html, problems } = await compileText(workerData as string);
parentPort?.postMessage({ length: html.length, problems: problems.slice(0, 5) });
