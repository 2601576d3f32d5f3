// Makes the sample files that pages link to: node content/_samples/make.mjs
// Everything in them is invented here or common knowledge; run it again after an edit and commit the files.

import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const XLSX = require("xlsx");
const numbersPayload = require("xlsx/dist/xlsx.zahl.js");
const folder = fileURLToPath(new URL("../static/files/", import.meta.url));
const { utils } = XLSX;

/** Fixed, so that a second run gives the same bytes. */
const PROPS = { CreatedDate: new Date("2025-01-01T00:00:00Z"), ModifiedDate: new Date("2025-01-01T00:00:00Z") };

function write(name, wb, options = {}) {
  wb.Props = { ...PROPS, ...wb.Props };
  const data = XLSX.write(wb, { type: "buffer", bookType: name.split(".").pop(), ...options });
  writeFileSync(folder + name, data);
}

const presidents = [
  { Name: "Bill Clinton", Index: 42 },
  { Name: "GeorgeW Bush", Index: 43 },
  { Name: "Barack Obama", Index: 44 },
  { Name: "Donald Trump", Index: 45 },
  { Name: "Joseph Biden", Index: 46 },
];
for (const ending of ["xlsx", "xls", "xlsb", "ods", "csv", "numbers"]) {
  const wb = utils.book_new(utils.json_to_sheet(presidents), "Sheet1");
  write(`pres.${ending}`, wb, { compression: true, ...(ending === "numbers" ? { numbers: numbersPayload } : {}) });
}

const people = [
  [
    "Ada",
    "Marlow",
    "1951-04-12",
    [
      ["rep", "1985-01-03"],
      ["prez", "1997-01-20"],
    ],
  ],
  ["Ben", "Okoro", "1948-09-30", [["sen", "1981-01-03"]]],
  [
    "Carla",
    "Reyes",
    "1962-11-05",
    [
      ["viceprez", "2001-01-20"],
      ["prez", "2009-01-20"],
    ],
  ],
  ["Dov", "Lindqvist", "1957-02-17", [["prez", "2001-01-20"]]],
  [
    "Ines",
    "Thornbury",
    "1970-07-23",
    [
      ["rep", "2011-01-05"],
      ["viceprez", "2013-01-20"],
    ],
  ],
  [
    "Jun",
    "Abernathy",
    "1966-12-01",
    [
      ["prez", "2017-01-20"],
      ["prez", "2021-01-20"],
    ],
  ],
].map(([first, last, birthday, terms]) => ({
  name: { first, last },
  bio: { birthday },
  terms: terms.map(([type, start]) => ({ type, start })),
}));
writeFileSync(`${folder}executive.json`, `${JSON.stringify(people, null, 1)}\n`);

// The layout that the import tutorial describes, with more years.
const loans = [
  ["Fiscal year", "Quarter", "Direct", null, "Guaranteed", null, "Campus", null],
  [null, null, "Dollars", "Recipients", "Dollars", "Recipients", "Dollars", "Recipients"],
];
for (let step = 0; step < 24; step++) {
  const values = [84 + 2 * step, 29 + (step >> 1), 98 - 2 * step, 45 - (step * 3) / 4, 12 - step / 4, 5 - step / 8];
  loans.push([step % 4 === 0 ? 2018 + step / 4 : null, `Q${(step % 4) + 1}`, ...values.map(Math.round)]);
}
loans.push(
  [],
  ["Dollars in millions, recipients in thousands."],
  ["A person with two loans is counted once per programme."],
);
const loanSheet = utils.aoa_to_sheet(loans);
loanSheet["!merges"] = ["C1:D1", "E1:F1", "G1:H1"].map(utils.decode_range);
write("loans.xls", utils.book_new(loanSheet, "Portfolio"));

const visibility = utils.book_new();
for (const name of ["Visible", "Hidden", "VeryHidden"]) {
  utils.book_append_sheet(visibility, utils.aoa_to_sheet([[name]]), name);
}
visibility.Workbook = { Sheets: [0, 1, 2].map((Hidden) => ({ Hidden })) };
write("visibility.xlsx", visibility, { compression: true });

const features = utils.aoa_to_sheet([
  ["Merged title", null],
  ["Link", "Commented"],
  ["Price", 12.5],
]);
features["!merges"] = [utils.decode_range("A1:B1")];
features["!cols"] = [{ wch: 16 }, { wch: 12 }];
utils.cell_set_hyperlink(features.A2, "https://sheetjs.com", "SheetJS");
utils.cell_add_comment(features.B2, "A note on this cell", "Author");
features.B3.z = "0.00";
const featureBook = utils.book_new(features, "Features");
featureBook.Workbook = { Names: [{ Name: "Price", Ref: "Features!$B$3" }] };
write("features.xlsx", featureBook, { compression: true });
