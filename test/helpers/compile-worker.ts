import { parentPort } from "node:worker_threads";
import { compileText } from "./compile.ts";

parentPort?.on("message", async (source: string) => {
  const { html, problems } = await compileText(source);
  parentPort?.postMessage({ length: html.length, problems: problems.slice(0, 5) });
});
parentPort?.postMessage("ready");
