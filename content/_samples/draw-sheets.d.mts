/** The tables of all kept files, as the text of `content/components/sheets.json`. */
export function drawSheets(): string;
