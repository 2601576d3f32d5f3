import { expect, test } from "vitest";
import { isPrivate } from "../../src/client/search/report-query.ts";

test.each([
  "ann@example.com",
  "mail of ann.lee@mail.example.co.uk",
  "12345678",
  "call +49 (170) 123-4567",
  "4111 1111 1111 1111",
  "١٢٣٤٥٦٧٨",
  "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
  "sk-proj-abc123def456ghi789",
  "123e4567-e89b-12d3-a456-426614174000",
  "deadbeefdeadbeef",
  "Bearer eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJ",
  "word ".repeat(25),
])("a report leaves out %j", (query) => {
  expect(isPrivate(query)).toBe(true);
});

test.each([
  "XLSX.utils.sheet_to_row_object_array",
  "sheetToRowObjectArrayOfStrings",
  "utils.aoa_to_sheet cellDates",
  "@sheetjs/xlsx 0.20.3",
  "error 404 in 2024",
  "BIFF8 biff5 1.2.3.4",
  "read a file",
  "Excel 2007",
  "读取文件",
])("a report may hold %j", (query) => {
  expect(isPrivate(query)).toBe(false);
});
