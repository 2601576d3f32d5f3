import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What is drawn: column of the README's first table, title, unit. */
const PANELS = [
  ["cold s", "First build", "s"],
  ["edited s", "Build after an edit", "s"],
  ["edit ms", "Edit until the browser shows it", "ms"],
];
/** Not a generator: the time that Node takes to start. */
const LEFT_OUT = ["node -e 0"];
const MODES = {
  light: { text: "#1f2328", muted: "#59636e", own: "#1a7f4b", other: "#afb8c1" },
  dark: { text: "#f0f6fc", muted: "#9198a1", own: "#3fb950", other: "#57606a" },
};
const [WIDTH, NAMES, ROW, BAR] = [760, 170, 24, 14];
const LONGEST = WIDTH - NAMES - 70;

/** Addresses of the drawings, by colour mode. */
export const CHARTS = Object.fromEntries(
  Object.keys(MODES).map((mode) => [mode, fileURLToPath(new URL(`../../.github/bench-${mode}.svg`, import.meta.url))]),
);

/** Draws the figures that stand in the README, for both colour modes. @param readme its text */
export function writeCharts(readme) {
  for (const [mode, path] of Object.entries(CHARTS)) writeFileSync(path, drawChart(readme, mode));
}

/** The charts as they were last written. */
export const readCharts = () =>
  Object.fromEntries(Object.entries(CHARTS).map(([mode, path]) => [mode, readFileSync(path, "utf8")]));

/** Bars from zero, a scale for each measure. @returns an SVG */
export function drawChart(readme, mode) {
  const colours = MODES[mode];
  const { head, rows } = firstTable(readme);
  const parts = [];
  let y = 0;
  for (const [column, title, unit] of PANELS) {
    const at = head.indexOf(column);
    // "> 600" is a command that was ended, "1.2 !" one whose output was not whole: no figure to draw.
    const bars = rows.filter((cells) => /^[\d.]+$/.test(cells[at] ?? "") && !LEFT_OUT.includes(cells[0]));
    if (at < 0 || bars.length === 0) continue;
    const most = Math.max(...bars.map((cells) => Number(cells[at])));
    y += 24;
    parts.push(text(0, y, `${title}, ${unit}, ${head[0]}`, colours.text, ' font-weight="600"'));
    y += 10;
    for (const cells of bars) {
      const length = most === 0 ? 0 : (Number(cells[at]) / most) * LONGEST;
      const fill = cells[0] === "docgen" ? colours.own : colours.other;
      const middle = y + ROW / 2 + 4;
      parts.push(
        text(0, middle, cells[0], colours.muted),
        `<rect x="${NAMES}" y="${y + (ROW - BAR) / 2}" width="${Math.max(1, length).toFixed(1)}" height="${BAR}" rx="2" fill="${fill}"/>`,
        text(NAMES + Math.max(1, length) + 8, middle, cells[at], colours.text),
      );
      y += ROW;
    }
  }
  const height = y + 8;
  const size = `viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}"`;
  const font = 'font-family="system-ui, sans-serif" font-size="13"';
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${font}>\n${parts.join("\n")}\n</svg>\n`;
}

function firstTable(readme) {
  const [, section = ""] = /<!-- bench -->\n([\s\S]*?)<!-- \/bench -->/.exec(readme) ?? [];
  const [, lines = ""] = /((?:^\|.*\n)+)/m.exec(section) ?? [];
  const cells = (line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [head = [], , ...rows] = lines.trimEnd().split("\n").map(cells);
  return { head, rows };
}

function text(x, y, content, fill, more = "") {
  const safe = content.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${x.toFixed(1)}" y="${y}" fill="${fill}"${more}>${safe}</text>`;
}
