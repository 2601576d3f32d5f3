import rows from "./pres.xlsx";

for (const { Name, Index } of rows) console.log(Index, Name);
