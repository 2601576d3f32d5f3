import { describe, expect, test } from "vitest";
import { tokenize, tokensOf } from "../../src/search/tokens.ts";

describe("identifiers are found whole and by part", () => {
  test.each([
    ["sheet_to_json", ["sheet_to_json", "sheet", "to", "json"]],
    ["cellDates", ["celldates", "cell", "dates"]],
    ["Date1904", ["date1904", "date", "1904"]],
    ["!merges", ["merges", "!merges"]],
    [".xlsb", ["xlsb", ".xlsb"]],
    ["node:fs", ["node:fs", "node", "fs"]],
    ["v2.10.3", ["v2.10.3", "2.10.3"]],
    ["xlsx-1.2.3", ["xlsx-1.2.3", "xlsx-1", "xlsx", "1", "2", "3", "1.2.3"]],
    ["XMLHttpRequest", ["xmlhttprequest", "xml", "http", "request"]],
    ["XLSX.utils.json_to_sheet", ["xlsx.utils.json_to_sheet", "xlsx", "utils", "json_to_sheet", "json", "to", "sheet"]],
    ["@sheetjs/xlsx-cli", ["sheetjs/xlsx-cli", "@sheetjs/xlsx-cli", "sheetjs", "xlsx-cli", "xlsx", "cli"]],
  ])("%s", (text, terms) => {
    expect(tokenize(text).sort()).toEqual([...terms].sort());
  });

  test("digits stay with the letters before them", () => {
    expect(tokenize("crc32 base64 utf8")).toEqual(["crc32", "base64", "utf8"]);
  });

  test("numbers, dates and versions are words", () => {
    expect(tokenize("0.20.3 2026-11-21")).toEqual(["0.20.3", "2026-11-21"]);
  });

  test("languages keep the signs that end their names", () => {
    expect(tokenize("C++ and C#")).toEqual(["c", "c++", "and", "c", "c#"]);
  });

  test("a run of signs that a narrow cell shows is a word", () => {
    expect(tokenize("it shows ##### here")).toEqual(["it", "shows", "###", "here"]);
    expect(tokenize("C# ## #a")).not.toContain("###");
    expect(tokensOf("é #####")[1]).toEqual({ term: "###", start: 2, end: 7 });
  });
  test("a call after a bracket isn't a name that begins with a dot", () => {
    expect(tokenize("read(x).then")).not.toContain(".then");
  });
});

describe("non-Latin text is not thrown away", () => {
  test("Unicode words, without accents", () => {
    expect(tokenize("Größe Ελλάδα привет हिन्दी café")).toEqual(["grosse", "ελλαδα", "привет", "हिन्दी", "cafe"]);
  });

  test("CJK as bigrams", () => {
    expect(tokenize("读取文件")).toEqual(["读取文件", "读取", "取文", "文件"]);
    expect(tokenize("表")).toEqual(["表"]);
  });

  test("scripts that touch are told apart", () => {
    expect(tokenize("读取XLSX文件")).toEqual(expect.arrayContaining(["读取", "xlsx", "文件"]));
  });

  test.each(["ภาษาไทย", "ພາສາລາວ", "ភាសាខ្មែរ", "မြန်မာစာ"])("%s is found by what stands inside of it", (text) => {
    const letters = text.match(/\P{M}\p{M}*/gu) ?? [];
    expect(tokenize(text)).toContain(letters.slice(2, 4).join(""));
  });

  test("the sign that lengthens a vowel belongs to its word", () => {
    expect(tokenize("サーバーと").slice(1)).toEqual(["サー", "ーバ", "バー", "ーと"]);
    expect(tokenize("ｻｰﾊﾞｰと").slice(1)).toEqual(["サー", "ーバ", "バー", "ーと"]);
  });

  test("full width letters are letters", () => {
    expect(tokenize("ＸＬＳＸ")).toEqual(["xlsx"]);
  });
});

describe("a word is one term in all of its forms", () => {
  test.each([
    ["decomposed", "데이터베이스를", "데이터베이스를".normalize("NFD")],
    ["decomposed marks in two orders", "nghiệp", "nghie\u0323\u0302p"],
    ["capitals", "Straße", "STRASSE"],
    ["capitals without their dots", "ışık", "IŞIK"],
    ["letters that a keyboard lacks", "Đường Łódź smørrebrød cœur", "Duong Lodz smorrebrod coeur"],
    ["the end of a word", "λόγος", "ΛΟΓΟΣ".toLowerCase().replace("ς", "σ")],
    ["points of vowels", "שָׁלוֹם", "שלום"],
    ["signs of vowels, and a stroke that lengthens", "المَلَفّات", "الملـــفات"],
    ["hamza", "أحمد", "احمد"],
    ["keyboards", "کتابی", "كتابي"],
    ["places where it may be broken", "Donau\u00addampf\u00adschiff", "Donaudampfschiff"],
    ["signs without width", "Super\u200bcalifragil\u2060istic", "Supercalifragilistic"],
  ])("%s", (_, one, other) => expect(tokenize(one)).toEqual(tokenize(other)));

  test("what Persian joins to a word without a space is found with and without it", () => {
    expect(tokenize("می\u200cخواهم")).toEqual(["ميخواهم", "مي", "خواهم"]);
  });
});

test("tokens tell where they stand", () => {
  const text = "Call XLSX.readFile now";
  const places = tokensOf(text).map(({ term, start, end }) => [term, text.slice(start, end).toLowerCase()]);
  expect(places.map(([term]) => term)).toEqual(["call", "xlsx.readfile", "xlsx", "readfile", "read", "file", "now"]);
  for (const [term, place] of places) expect(place).toBe(term);
});
