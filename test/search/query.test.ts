import { describe, expect, test } from "vitest";
import { ENGLISH } from "../../src/search/english.ts";
import { createSearcher, mergeAnswers } from "../../src/search/searcher.ts";
import { translate } from "../../src/shared/translate.ts";
import { BOOSTS, indexOf, routes, searcherOf } from "./small-site.ts";

const site = searcherOf({
  "/merges": {
    title: "Merged cells",
    text: "Areas are merged by the list !merges of a worksheet.",
    sections: { "The list": "Each range is an object.", Overlaps: "Areas that overlap are damaged." },
  },
  "/array": {
    title: "Arrays of data",
    text: "Rows and objects.",
    code: "const ws = XLSX.utils.json_to_sheet(rows);",
    sections: { sheet_to_json: "Gives rows of a worksheet.", json_to_sheet: "Makes a worksheet of rows." },
  },
  "/electron": {
    title: "Electron",
    text: "A desktop application with dialogs.",
    tags: ["desktop"],
    sections: { Dialogs: "The main process shows them.", Dates: "Options such as cellDates." },
  },
  "/tauri": { title: "Tauri", text: "A desktop application in Rust. Unlike Electron it is small.", tags: ["desktop"] },
  "/dates": { title: "Dates and times", text: "Date1904 is the other epoch. Specialize the constructor __proto__." },
  "/formats": {
    title: "File formats",
    text: "Extensions: .xlsb .xlsx .ods and others",
    sections: { 格式: "读取文件的格式" },
  },
});

describe("the last word is being typed", () => {
  test("matched as a prefix", () => expect(routes(site, "elec")[0]).toBe("/electron"));
  test("not stemmed", () => expect(routes(site, "specializ")).toEqual(["/dates"]));
  test("words before it stemmed and as typed", () => expect(routes(site, "merging cel")[0]).toBe("/merges"));
});

describe("identifiers", () => {
  test.each([
    ["sheet_to_json", "/array#sheet_to_json"],
    ["XLSX.utils.json_to_sheet", "/array#json_to_sheet"],
    ["sheet_to_j", "/array#sheet_to_json"],
    ["!merges", "/merges"],
    ["!mer", "/merges"],
    ["cellDates", "/electron#dates"],
    ["celld", "/electron#dates"],
    [".xlsb", "/formats"],
    ["xlsb", "/formats"],
    ["1904", "/dates"],
    ["date1904", "/dates"],
  ])("%s", (query, route) => expect(routes(site, query)[0]).toBe(route));
});

test.each(["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"])("%s is a word", (word) => {
  const searcher = searcherOf({ "/a": { title: "A", text: `Here is ${word} once` }, "/b": { title: word } });
  expect(routes(searcher, word)).toEqual(["/b", "/a"]);
  expect(searcher.search(word, 8).results.every(({ score }) => Number.isFinite(score))).toBe(true);
});

test("CJK as bigrams", () => {
  expect(routes(site, "格式")[0]).toMatch("/formats#");
  expect(site.search("取文件", 8).results).toHaveLength(1);
});

describe("scripts without spaces between words", () => {
  const searcher = searcherOf({
    "/zh": { title: "读取文件", text: "这个函数读取电子表格文件。" },
    "/ja": { title: "設定", text: "データベースとサーバーを接続します。" },
    "/th": { title: "การติดตั้ง", text: "ฟังก์ชันนี้อ่านไฟล์สเปรดชีตแล้วแปลงเป็นข้อมูล" },
    "/ko": { title: "저장", text: "빈셀을 저장합니다." },
  });
  test.each([
    ["ไฟล์", "/th"],
    ["件", "/zh"],
    ["表 函数", "/zh"],
    ["셀", "/ko"],
    ['"子表格文件"', "/zh"],
    ['"サーバー"', "/ja"],
  ])("%s", (query, route) => expect(routes(searcher, query)).toEqual([route]));

  test("a phrase is found as it stands", () => expect(routes(searcher, '"表格函数"')).toEqual([]));

  test("what is not found is told as it was typed", () => {
    expect(mergeAnswers([searcher.search("读取图片 件", 8)], 8).missing).toEqual(["取图片"]);
  });

  test("of a sentence only what was typed is marked", () => {
    const [result] = searcher.search("データベース", 8).results;
    const { text = "", marks = [] } = result?.teaser ?? {};
    expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(["データベース"]);
  });
});

test("exact title first, then title prefix, then all words in a title, then heading, then body", () => {
  const searcher = searcherOf({
    "/body": { title: "Notes", text: "sheet names sheet names sheet names sheet names" },
    "/heading": { title: "Other", sections: { "Names of each sheet": "Rules." } },
    "/words": { title: "Rules for names of a sheet" },
    "/prefix": { title: "Sheet names and their limits" },
    "/exact": { title: "Sheet names" },
  });
  const expected = ["/exact", "/prefix", "/words", "/heading#names-of-each-sheet", "/body"];
  expect(routes(searcher, "sheet names")).toEqual(expected);
});

describe("a name ranks where it is explained above where it is mentioned", () => {
  const searcher = searcherOf({
    "/mention": { title: "Limits", text: "sheetRows sheetRows sheetRows and sheetRows" },
    "/trouble": { title: "Troubles", sections: { "Unknown sheetRows of the options": "sheetRows" } },
    "/options": {
      title: "Options",
      text: `sheetRows .ods ${"other words ".repeat(50)}`,
      defined: ["sheetRows", ".ods"],
    },
    "/heading": { title: "Others", sections: { cellDates: "A name." } },
    "/dates": { title: "Dates", text: "cellDates", defined: ["cellDates"] },
    "/all/": { title: "All", text: "cellDates .ods", defined: ["cellDates", ".ods"] },
  });
  test("written out", () => expect(routes(searcher, "sheetRows")[0]).toBe("/options"));
  test("while it is being typed", () => expect(routes(searcher, "sheetRo")[0]).toBe("/options"));
  test("with its sign", () => expect(routes(searcher, ".ods")[0]).toBe("/options"));
  test("but below a heading of that name", () => expect(routes(searcher, "cellDates")[0]).toBe("/heading#celldates"));
  test("an index page gives an overview only", () => {
    expect(routes(searcher, "cellDates").indexOf("/all/")).toBeGreaterThan(
      routes(searcher, "cellDates").indexOf("/dates"),
    );
  });
});

test("words that stand for each other, and the word that was typed before them", () => {
  const pages = {
    "/a": { title: "Remove a sheet" },
    "/b": { title: "Lists", text: "To delete rows" },
    "/c": { title: "x" },
  };
  const searcher = createSearcher(indexOf(pages, 0, [["delete", "remove"]]), BOOSTS, ENGLISH);
  expect(routes(searcher, "remove")).toEqual(["/a", "/b"]);
  expect(routes(searcher, "deleting rows")).toEqual(["/b", "/a"]);
  expect(routes(searcher, "delete a sheet")[0]).toBe("/a");
  expect(routes(searcher, '"delete"')).toEqual(["/b"]);
  expect(routes(searcherOf(pages), "remove")).toEqual(["/a"]);
});

describe("stop words", () => {
  test("are dropped when something else is left", () => {
    expect(routes(site, "how to use the electron")[0]).toBe("/electron");
    expect(site.search("the overlaps", 8).results[0]?.terms).not.toContain("the");
  });
  test("are looked for when they are all there is", () => expect(routes(site, "the")).not.toEqual([]));
});

describe("a mistyped word still finds its page", () => {
  test.each([
    ["electrom", "electron", "/electron"],
    ["elcetron", "electron", "/electron"],
    ["taurri", "tauri", "/tauri"],
    ["constrctr", "constructor", "/dates"],
    ["sheet_to_jsn", "sheet_to_json", "/array#sheet_to_json"],
  ])("%s", (query, to, route) => {
    const answer = site.search(query, 8);
    expect(answer.corrected).toEqual([{ from: query, to }]);
    expect(answer.results[0]?.document.sectionRoute).toBe(route);
  });
  test("only when it has no match", () => {
    const searcher = searcherOf({ "/a": { title: "Form" }, "/b": { title: "From" } });
    expect(searcher.search("form", 8).corrected).toBeUndefined();
    expect(routes(searcher, "form")).toEqual(["/a"]);
  });
  test("from 8 letters 2 edits, below 1", () => {
    expect(site.search("elektro dialogs", 8).missing).toEqual(["elektro"]);
    expect(site.search("elektrom", 8).corrected).toEqual([{ from: "elektrom", to: "electron" }]);
  });
  test("two words written as one", () => {
    const answer = site.search("desktopdialogs", 8);
    expect(answer.corrected).toEqual([{ from: "desktopdialogs", to: "desktop dialogs" }]);
    expect(answer.results[0]?.document.sectionRoute).toBe("/electron");
    expect(site.search('"desktopdialogs"', 8).results).toEqual([]);
  });
  test("one word written as two, also with a typing error", () => {
    const searcher = searcherOf({
      "/cells": { title: "Writing cells", text: "work is over" },
      "/over": { title: "Overwriting", text: "cells" },
      "/errors": { title: "Troubleshooting", text: "work" },
      "/sorting": { title: "Trouble with sorting" },
      "/read": { title: "Read", text: "readline" },
    });
    expect(routes(searcher, "over writing")[0]).toBe("/over");
    expect(searcher.search("troubel shooting", 8).corrected).toEqual([
      { from: "troubel shooting", to: "troubleshooting" },
    ]);
    expect(routes(searcher, "troubel shooting")[0]).toBe("/errors");
    expect(routes(searcher, "read line")[0]).toBe("/read");
  });
  test("what is near to nothing gives nothing", () => {
    expect(site.search("zzzzqqqq", 8)).toEqual({ results: [], missing: ["zzzzqqqq"] });
  });
});

describe("what a page says of itself counts for all of it", () => {
  const searcher = searcherOf({
    "/guide/zen": { title: "Design principles", label: "The Zen", text: "Fit in.", sections: { Data: "stay local" } },
    "/guide/widths": {
      title: "Column properties",
      description: "Set the width of columns.",
      keywords: ["autofit"],
      sections: { Units: "Pixels or characters." },
    },
    "/grid": { title: "A grid", text: "width of columns ".repeat(20), parents: ["Components"] },
    "/table": { title: "Limits", text: "Feature rows and other words", labels: "Feature" },
    "/other": { title: "Others", text: "feature rows and other words", sections: { A: "b", C: "b", D: "b", E: "b" } },
  });
  test.each([
    ["zen", "/guide/zen"],
    ["guide", "/guide/zen"],
    ["autofit", "/guide/widths"],
    ["components", "/grid"],
    ["how do I set the width of a column?", "/guide/widths"],
    ["principles data", "/guide/zen#data"],
    ["column units", "/guide/widths#units"],
    ["feature", "/table"],
  ])("%s", (query, route) => expect(routes(searcher, query)[0]).toBe(route));
  test("sections of a page don't hide other pages", () => {
    const searcher = searcherOf({
      "/a": { title: "x", sections: { A: "b", C: "b", D: "b" } },
      "/y": { title: "y", sections: { Z: "b others" } },
    });
    expect(routes(searcher, "b")).toEqual(["/a#a", "/a#c", "/y#z", "/a#d"]);
  });
  test("a page with all words in several sections comes before one with them in a single one", () => {
    const searcher = searcherOf({
      "/y": { title: "y", sections: { Z: "red ball. red ball." } },
      "/a": { title: "x", sections: { A: "the red ball here", B: "one red ball there", C: "others" } },
    });
    expect(routes(searcher, "red ball")).toEqual(["/a#a", "/y#z", "/a#b"]);
  });
  test("the address of a cell among words is an example, unless a name holds it", () => {
    const searcher = searcherOf({
      "/cells": { title: "Value of a cell", text: "It is what a cell shows." },
      "/sums": { title: "Sums", text: "Value and cell: B3, B3, B3 and B3." },
      "/bucket": { title: "S3 bucket", text: "Read it from there." },
      "/read": { title: "Read", text: "Read from a bucket, then read again." },
    });
    expect(routes(searcher, "value of cell B3")[0]).toBe("/cells");
    expect(routes(searcher, "read from S3 bucket")[0]).toBe("/bucket");
  });
  test("a page whose title is the query comes before those with more words", () => {
    const searcher = searcherOf({
      "/desktop": {
        title: "React Native for desktop",
        text: "React Native, React Native.",
        keywords: ["React Native"],
      },
      "/mobile": { title: "React Native", text: "Apps." },
    });
    expect(routes(searcher, "react native")[0]).toBe("/mobile");
  });
  test("a keyword of many pages says less than one of a single page", () => {
    const searcher = searcherOf({
      ...Object.fromEntries(
        ["a", "b", "c", "d"].map((at) => [`/${at}`, { title: `Tool ${at}`, keywords: ["big app"] }]),
      ),
      "/all": { title: "Overview", keywords: ["a big app"] },
    });
    expect(routes(searcher, "big app")[0]).toBe("/all");
  });
  test.each([
    ["csv to json", "/in"],
    ["json to csv", "/out"],
    ["json from csv", "/in"],
    ["csv from json", "/out"],
    ["how to convert csv to json", "/in"],
    ["want a script to convert json into csv", "/out"],
    ["turn csv into a json list", "/in"],
  ])("a name with the other direction says little: %s", (query, route) => {
    const searcher = searcherOf({
      "/out": { title: "Write", text: "From a list to a file.", keywords: ["JSON to CSV"] },
      "/in": { title: "Read", text: "From a file to a list.", keywords: ["CSV to JSON"] },
    });
    expect(routes(searcher, query)[0]).toBe(route);
    expect(routes(searcher, "json csv")).toHaveLength(2);
  });
  test.each([
    ["column letter to number", "/in"],
    ["column number to letter", "/out"],
  ])("also if both directions have a word in common: %s", (query, route) => {
    const searcher = searcherOf({
      "/in": { title: "Read", text: "x", keywords: ["column letter to number"] },
      "/out": { title: "Write", text: "y", keywords: ["number to column letter"] },
    });
    expect(routes(searcher, query)[0]).toBe(route);
  });
  test("a member is explained where its name is, whatever the variable", () => {
    const searcher = searcherOf({
      "/loop": { title: "Loop", code: "cell.w = 1;", text: "Sets cell.w." },
      "/cell": { title: "Cells", text: "The text w.", defined: ["w"] },
    });
    expect(routes(searcher, "cell.w")[0]).toBe("/cell");
    expect(routes(searcher, "c.w")[0]).toBe("/cell");
  });
  test("a key in a property access is explained where its name is", () => {
    const searcher = searcherOf({
      "/sheet": { title: "Sheets", text: "The cells are in !data.", defined: ["!data"] },
      "/big": { title: "Tables", text: "The ws has data, and the data are in ws.", description: "data of a ws" },
    });
    for (const query of [`ws['!data']`, 'ws["!data"]']) expect(routes(searcher, query)[0]).toBe("/sheet");
    expect(routes(searcher, "data ws")[0]).toBe("/big");
  });
  test("an option of a command line is no member", () => {
    const searcher = searcherOf({
      "/command": { title: "--props", text: "Lists them.", defined: ["--props"] },
      "/props": { title: "Properties", text: "Set wb.Props." },
    });
    expect(routes(searcher, "wb.Props")[0]).toBe("/props");
  });
  test.each([
    ["java", "/engine"],
    ["date comes out as 44197", "/dates"],
    ["part 44197", "/limits#part-44197"],
  ])("a part of a word, and a number among words, say little: %s", (query, route) => {
    const searcher = searcherOf({
      "/script": { title: "JavaScript", text: "A language." },
      "/engine": { title: "Java with small engines", text: "A library." },
      "/dates": { title: "Dates", text: "A date is stored as a number." },
      "/times": { title: "Times", text: "A date has a time." },
      "/limits": { title: "Limits", sections: { "Part 44197": "The end." } },
    });
    expect(routes(searcher, query)[0]).toBe(route);
  });
});

describe("readers write otherwise than authors", () => {
  const searcher = searcherOf({
    "/colours": { title: "Colours", text: "They are serialised." },
    "/db": { title: "Databases", text: "Rows of a worksheet go there." },
    "/json": { title: "Arrays", sections: { sheet_to_json: "Gives objects.", sheet_add_json: "Adds them." } },
    "/names": { title: "Hidden sheets", text: "A very old sheet; told of a row and its height." },
    "/height": { title: "Sizes", text: "The row height in points. Some text about another thing of old." },
    "/far": { title: "Sizes of all", text: "The height is in points. Some text about another thing than a row." },
  });
  test.each([
    ["color", "/colours"],
    ["serialize", "/colours"],
    ["data base", "/db"],
    ["hide a sheet", "/names"],
    ["sheet to json", "/json#sheet_to_json"],
    ["row height", "/height"],
  ])("%s", (query, route) => expect(routes(searcher, query)[0]).toBe(route));
  test("a name in words with a typing error, and the way back", () => {
    const { corrected, understood, results } = searcher.search("the sheet to jsn", 8);
    expect(corrected).toEqual([{ from: "sheet to jsn", to: "sheet_to_json" }]);
    expect(understood).toBe("the sheet_to_json");
    expect(results[0]?.document.sectionRoute).toBe("/json#sheet_to_json");
    const typed = searcher.search("the sheet to jsn", 8, true);
    expect(typed.corrected).toBeUndefined();
    expect(typed.missing).toEqual(["jsn"]);
  });
  test("a name in words with a typing error in each of two", () => {
    for (const query of ["sheeet to jsn", "hseet to josn"]) {
      const { corrected, results } = searcher.search(query, 8);
      expect(corrected).toEqual([{ from: query, to: "sheet_to_json" }]);
      expect(results[0]?.document.sectionRoute).toBe("/json#sheet_to_json");
    }
    // Two errors in one word make it another.
    const far = searcher.search("sheeeet to json", 8).corrected ?? [];
    expect(far.map(({ to }) => to)).not.toContain("sheet_to_json");
  });
  test("a complete word that only begins rare ones is corrected to a frequent word, the one being typed is not", () => {
    const tables = Array.from(
      { length: 30 },
      (_, at) => [`/t${at}`, { title: `Page ${at}`, text: "A table." }] as const,
    );
    const rare = { title: "Names", text: "The sheet is called Tabelle1." };
    const searcher = searcherOf({ ...Object.fromEntries(tables), "/names": rare });
    const { corrected, results } = searcher.search("tabel page", 8);
    expect(corrected).toEqual([{ from: "tabel", to: "table" }]);
    expect(results[0]?.document.sectionRoute).toMatch(/^\/t/);
    expect(routes(searcher, "tabel")).toEqual(["/names"]);
    expect(searcher.search("tabelle1 page", 8).corrected).toBeUndefined();
  });

  test("a word of four letters is not corrected beside a known one", () => {
    expect(searcher.search("bold sheet", 8)).toMatchObject({ missing: ["bold"] });
    expect(searcher.search("bold sheet", 8).corrected).toBeUndefined();
    expect(searcher.search("shet", 8).corrected).toEqual([{ from: "shet", to: "sheet" }]);
  });
  test("a word of four letters that lacks one is corrected beside a known one", () => {
    expect(searcher.search("shet row", 8).corrected).toEqual([{ from: "shet", to: "sheet" }]);
  });
  test("a word of four letters of which two are swapped is corrected beside a known one", () => {
    const { search } = searcherOf({
      "/json": { title: "JSON", text: "rows" },
      "/join": { title: "Joins", text: "loans" },
    });
    expect(search("josn rows", 8).corrected).toEqual([{ from: "josn", to: "json" }]);
    expect(search("jsom rows", 8).corrected).toBeUndefined();
  });
  test("an unknown word with the stem of a rare one is corrected to a frequent one", () => {
    const pages = Array.from({ length: 30 }, (_, at) => [`/e${at}`, { title: `Express ${at}` }] as const);
    const rare = { title: "Regular", text: "An expr matches." };
    const near = searcherOf({ ...Object.fromEntries(pages), "/rare": rare });
    expect(near.search("expres regular", 8).corrected).toEqual([{ from: "expres", to: "express" }]);
  });
  test("an unknown word with the stem of a rare one is corrected to a word of a title, however few pages have it", () => {
    const near = searcherOf({ "/e": { title: "Express" }, "/rare": { title: "Regular", text: "An expr matches." } });
    expect(near.search("expres regular", 8).corrected).toEqual([{ from: "expres", to: "express" }]);
  });
  test("two words with a typing error are no name that pages only have as a keyword", () => {
    const near = searcherOf({
      "/frames": { title: "Frames", keywords: ["read_excel"] },
      "/vue": { title: "Vue", text: "Read an Excel file." },
    });
    expect(near.search("read exxcel vue", 8).corrected).toEqual([{ from: "exxcel", to: "excel" }]);
  });
  test("the ends of words tell which of two is meant", () => {
    const near = searcherOf({ "/a": { title: "Excel" }, "/b": { title: "Exe" } });
    expect(near.search("exel", 8).corrected).toEqual([{ from: "exel", to: "excel" }]);
  });
  test("a word is not split into parts of two letters", () => {
    const near = searcherOf({ "/a": { title: "Edit", text: "cr edit" } });
    expect(near.search("credit", 8).corrected).toBeUndefined();
  });
  test("what does a word mean is no question about averages", () => {
    const words = {
      "/range": { title: "Sheets", text: "!ref is the range." },
      "/mean": { title: "Mean", text: "Sum." },
    };
    expect(routes(searcherOf(words), "what does !ref mean?")).toEqual(["/range"]);
    expect(routes(searcherOf(words), "mean")).toEqual(["/mean"]);
  });
  test("a question about a difference or a limit has words that its answer lacks", () => {
    const searcher = searcherOf({
      "/formats": { title: "ODS and CSV", text: "One keeps formats.", sections: { Limits: "A limit of rows is 9." } },
      "/license": { title: "License", text: "The difference between both: difference." },
      "/rows": { title: "Rows", text: "Rows can have many objects." },
    });
    expect(routes(searcher, "what is the difference between ODS and CSV")[0]).toBe("/formats");
    expect(routes(searcher, "difference")).toEqual(["/license"]);
    expect(routes(searcher, "how many rows can a file have?")[0]).toBe("/formats#limits");
    expect(routes(searcher, "rows")[0]).toBe("/rows");
  });
  test("a word that is in no name is an example among several", () => {
    const searcher = searcherOf({
      "/import": { title: "Importing CSV", text: "Rows of a file" },
      "/blog": { title: "News", text: "contacts from contacts, contacts and CSV" },
      ...Object.fromEntries([..."abcdefgh"].map((name) => [`/${name}`, { title: name, text: "import CSV rows" }])),
    });
    expect(routes(searcher, "import contacts rows from CSV")[0]).toBe("/import");
    expect(routes(searcher, "contacts")[0]).toBe("/blog");
  });
  test("a message finds what has it as its keyword, whatever the name of the reader's file", () => {
    const searcher = searcherOf({
      "/errors": { title: "Troubleshooting", keywords: ["format and extension don't match"], text: "Bytes" },
      "/export": { title: "Export XLS", text: "export.xls has a format and an extension" },
    });
    const message = (name: string) => `The format and extension of ${name} don't match.`;
    expect(routes(searcher, message("'export.xls'"))[0]).toBe("/errors");
    expect(routes(searcher, message("‘export.xls’"))[0]).toBe("/errors");
    expect(routes(searcher, "'export.xls'")[0]).toBe("/export");
  });
  test("a question about a number finds what has the number as its keyword", () => {
    const count = { title: "Ranges", keywords: ["number of columns"] };
    const searcher = searcherOf({ "/columns": { title: "Columns in sheets", text: "Many" }, "/range": count });
    expect(routes(searcher, "how many columns are there?")[0]).toBe("/range");
    expect(routes(searcher, "columns")[0]).toBe("/columns");
  });
  test("a pasted message differs from its heading in its names", () => {
    const searcher = searcherOf({
      "/errors": { title: "Errors", sections: { "Sheet could not be found: Data": "Pass another name." } },
      "/main": { title: "The main sheet", text: "The main sheet is found first." },
    });
    expect(routes(searcher, "Sheet could not be found: Main")[0]).toBe("/errors#sheet-could-not-be-found-data");
    expect(routes(searcher, "found main sheet")[0]).toBe("/main");
  });
  test("the first letters of a word, and words of titles, are believed first", () => {
    const near = searcherOf({ "/a": { title: "Delimiter" }, "/b": { title: "x", text: "relimeter deximeter" } });
    expect(near.search("delimeter", 8).corrected).toEqual([{ from: "delimeter", to: "delimiter" }]);
  });
});

describe("the query language", () => {
  test("field:term", () => {
    expect(routes(site, "title:electron")).toEqual(["/electron"]);
    expect(routes(site, "tags:desktop").sort()).toEqual(["/electron", "/tauri"]);
    expect(routes(site, "content:electron")).toEqual(["/tauri"]);
  });
  test("term~1", () => {
    expect(routes(site, "tauru~1")).toEqual(["/tauri"]);
    expect(site.search("tauru~1", 8).corrected).toBeUndefined();
    expect(routes(site, "tauruu~1")).toEqual([]);
  });
  test("term^2", () => {
    const searcher = searcherOf({ "/a": { title: "x", text: "apple" }, "/b": { title: "y", text: "cherry" } });
    expect(routes(searcher, "apple^5 cherry")[0]).toBe("/a");
    expect(routes(searcher, "apple cherry^5")[0]).toBe("/b");
  });
  test("te*", () => expect(routes(site, "elect*").sort()).toEqual(["/electron", "/tauri"]));
  test("a wildcard anywhere", () => {
    expect(routes(site, "e*tron").sort()).toEqual(["/electron", "/tauri"]);
    expect(routes(site, "*_to_json")).toContain("/array#sheet_to_json");
  });
  test("+must", () => {
    expect(routes(site, "desktop +rust")).toEqual(["/tauri"]);
    expect(routes(site, "desktop +nowhereatall")).toEqual([]);
  });
  test("-not", () => {
    expect(routes(site, "desktop -rust")).toEqual(["/electron"]);
    expect(routes(site, "-desktop")).toContain("/merges");
    expect(routes(site, "-desktop")).not.toContain("/tauri");
  });
  test("quotes for phrases", () => {
    expect(routes(site, '"other epoch"')).toEqual(["/dates"]);
    expect(routes(site, '"epoch other"')).toEqual([]);
    expect(routes(site, 'desktop -"in rust"')).toEqual(["/electron"]);
    expect(routes(site, 'title:"merged cells"')).toEqual(["/merges"]);
  });
  test("a phrase that is still open may go on", () => expect(routes(site, '"other epo')).toEqual(["/dates"]));
  test("a backslash takes a sign as a letter", () => {
    expect(site.search("title\\:electron", 8).error).toBeUndefined();
  });
});

describe("errors of the query language are values with their position", () => {
  test.each([
    ["electron foo:bar", "unrecognised field", "foo"],
    ["title:", "expected term", "title:"],
    ["electron +", "expected term", "+"],
    ["electron~x", "edit distance must be numeric", "~x"],
    ["electron^x", "boost must be numeric", "^x"],
    ["electron~", "edit distance must be numeric", "~"],
  ])("%s", (query, message, place) => {
    const { error } = site.search(query, 8);
    expect(error && translate({}, error.text, error.values)).toContain(message);
    expect(query.slice(error?.start, error?.end)).toBe(place);
  });
  test("the query is answered as plain words beside the error", () => {
    expect(routes(site, "electron foo:bar")[0]).toBe("/electron");
    expect(routes(site, "electron^x")[0]).toBe("/electron");
  });
  test.each([
    "Error: cannot read",
    "https://sheetjs.com",
    "C:\\data.xlsx",
    "A1:B2",
    "~$lock.xlsx",
    "--format",
    "a - b",
  ])("%s is no error: readers paste such things", (query) => expect(site.search(query, 8).error).toBeUndefined());
});

test("keywords of a page are names that it answers to; other pages only mention the words", () => {
  const searcher = searcherOf({
    "/rows": {
      title: "Row properties",
      keywords: ["hide rows"],
      sections: { Height: "In points.", Hidden: "Not shown." },
    },
    "/layout": { title: "Layout", text: "rows", sections: { Hide: "hide the rows" } },
  });
  // The section that is nearly as good as its page comes before it, as it leads to the place itself.
  expect(routes(searcher, "hide rows").slice(0, 2)).toEqual(["/rows#hidden", "/rows"]);
  expect(routes(searcher, "row properties")[0]).toBe("/rows");
});

describe("results", () => {
  test("at most as many as asked for, best first", () => {
    const { results } = site.search("a", 3);
    expect(results.length).toBeLessThanOrEqual(3);
    expect(results.map(({ score }) => score)).toEqual(results.map(({ score }) => score).sort((a, b) => b - a));
  });
  test("the best passage with the words marked", () => {
    const words = Array.from({ length: 300 }, (_, index) => `word${String.fromCharCode(97 + (index % 26))}`).join(" ");
    const searcher = searcherOf({ "/a": { title: "Long", text: `${words} the needle and its thread ${words}` } });
    const [result] = searcher.search("needle thread", 1).results;
    const { text = "", marks = [] } = result?.teaser ?? {};
    expect(text.length).toBeLessThan(220);
    expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(["needle", "thread"]);
  });
  test.each([
    ["an emoji", "👩🏽‍🔬"],
    ["a decomposed syllable", "각".normalize("NFD")],
    ["a letter with marks", "e\u0323\u0302"],
  ])("no passage begins or ends inside of %s", (_, letter) => {
    for (let shift = 0; shift < letter.length; shift++) {
      const around = `${"x".repeat(shift)}${letter.repeat(200)}`;
      const { results } = searcherOf({ "/a": { title: "A", text: `${around} needle ${around}` } }).search("needle", 1);
      const text = results[0]?.teaser.text.replaceAll(letter, "") ?? "";
      expect(text.replace(/\s+/g, " ")).toBe(`… needle ${"x".repeat(shift)}${shift > 0 ? " " : ""}…`);
    }
  });
  test("the query as it was understood, with letters that terms don't have", () => {
    const { understood } = searcherOf({ "/a": { title: "Größe", text: "Tabelle" } }).search("Größze Tabelle", 1);
    expect(understood).toBe("grosse Tabelle");
  });
  test("the title with the words marked", () => {
    const [result] = site.search("merged", 1).results;
    expect(result?.titleMarks).toEqual([[0, 6]]);
    expect(result?.terms).toContain("merged");
  });
  test("of several indexes are one list, and what one corrected another may know", () => {
    const other = searcherOf({ "/x": { title: "Electrom" } });
    const answer = mergeAnswers([site.search("electrom", 8), other.search("electrom", 8)], 8);
    expect(answer.results.map(({ document }) => document.sectionRoute)).toEqual(["/x"]);
    expect(answer.corrected).toBeUndefined();
  });
});

test("a vague pattern finds its documents with the words that are found soon", () => {
  const words = Array.from({ length: 2000 }, (_, at) => `w${at.toString(36)}`);
  const searcher = searcherOf({
    "/docs/a": { title: "A", text: words.join(" ") },
    "/docs/b": { title: "B", text: "zebra" },
    ...Object.fromEntries([1, 2, 3].map((at) => [`/docs/${at}`, { title: "Often", text: "zebra giraffe" }])),
  });
  const { results } = searcher.search("*".repeat(512), 8);
  expect(results.map(({ document }) => document.sectionRoute).sort()).toEqual(
    ["/docs/1", "/docs/2", "/docs/3", "/docs/a", "/docs/b"].sort(),
  );
  for (const { terms } of results) expect(terms.length).toBeLessThanOrEqual(50);
});

describe("a version is found by its number, its beginning and its letter", () => {
  const versions = searcherOf({
    "/letter": { title: "Release", text: "The release v2.10.3 is out." },
    "/plain": { title: "Older", text: "Version 2.10.1 was out." },
    "/file": {
      title: "File",
      text: "Load https://cdn.example.com/a/b/c/xlsx-0.20.3/package/dist/xlsx.full.min.js or xlsx-1.2.3.tgz.",
    },
    "/size": { title: "Size", text: "Needs 2.100 GB." },
    "/node": { title: "Node20", text: "Needs ES2015." },
    "/spaced": { title: "Node 22", text: "Needs ES 6." },
  });
  test.each([
    ["2.10", ["/letter", "/plain", "/size"]],
    ["2.10 out", ["/letter", "/plain"]],
    ["v2.10 out", ["/letter", "/plain"]],
    ["2.10.3", ["/letter"]],
    ["v2", ["/letter"]],
    ["v2 release", ["/letter"]],
    ["1.2", ["/file"]],
    ["0.20 package", ["/file"]],
    ["0.20.3 load", ["/file"]],
    ["node 20", ["/node"]],
    ["node20 needs", ["/node"]],
    ["node22", ["/spaced"]],
    ["es 2015", ["/node"]],
    ["es2015", ["/node"]],
    ["es6", ["/spaced"]],
  ])("%s", (query, expected) => {
    const { results, missing } = versions.search(query, 8);
    const [best] = results;
    const found = results.filter(({ score }) => score > (best?.score ?? 0) / 4);
    expect(found.map(({ document }) => document.sectionRoute).sort()).toEqual(expected);
    expect(missing).toBe(undefined);
  });
});
