import { expect, test } from "vitest";
import { IS_WEEKLY } from "../helpers/weekly.ts";
import { checkPage, fence, output, pageOf } from "./check.ts";

test("the system limits memory, the size of files and the processor's time", async () => {
  const page = pageOf(
    fence(
      "js run timeout=5",
      "const { userLimits } = process.report.getReport();",
      'for (const name of ["core_file_size_blocks", "file_size_blocks", "data_seg_size_kbytes", "cpu_time_seconds"]) {',
      "  console.log(userLimits[name].soft);",
      "}",
    ),
    output("0", "67108864", "2147483648", "20"),
    fence(
      "js run",
      'const fs = require("fs");',
      'fs.writeFileSync("big", "");',
      'fs.truncateSync("big", 64 * 1024 ** 2);',
      'fs.truncateSync("big", 64 * 1024 ** 2 + 1);',
    ),
  );
  expect((await checkPage(page)).lines).toEqual([
    "21:4  error  sample ends with exit code 1: Error: EFBIG: file too large, ftruncate",
  ]);
});

test.runIf(IS_WEEKLY)(
  "a sample may not fill the memory with buffers, nor with objects",
  async () => {
    const page = pageOf(
      fence(
        "js run timeout=60",
        "const kept = [];",
        "try {",
        "  for (let mb = 0; mb < 4000; mb += 100) kept.push(new ArrayBuffer(1e8));",
        "} catch (error) {",
        "  console.log(error.message);",
        "}",
      ),
      output("Array buffer allocation failed"),
      fence("js run timeout=60", "const kept = [];", "for (;;) kept.push(new Array(12_500_000).fill(0.5));"),
    );
    expect((await checkPage(page)).lines).toEqual([
      "16:1  error  sample uses more memory than 1024 MB for its objects or 2048 MB in total",
      "    hint: keep less data in memory at a time",
    ]);
  },
  180_000,
);

test("a sample that has used up its processor's time is told so", async () => {
  const page = pageOf(fence("js run", 'process.kill(process.pid, "SIGXCPU");', "setInterval(() => {}, 1000);"));
  expect((await checkPage(page)).lines).toEqual([
    "3:1  error  sample uses more than 4 processors",
    "    hint: start fewer threads, or allow more time with timeout=20",
  ]);
});
