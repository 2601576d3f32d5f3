import { judge, quantile } from "./bars.mjs";
import { OWN_SITES, PEERS } from "./peers.mjs";

/** What the overview in the README shows: column, measure. */
const OVERVIEW = [
  ["cold s", "cold build"],
  ["warm s", "warm build"],
  ["edited s", "edited build"],
  ["MiB", "memory, cold build"],
  ["HTML kB", "page, HTML"],
  ["CSS kB", "page, CSS"],
  ["JS kB", "page, JavaScript"],
  ["first cold s", "server, first page, cold"],
  ["first warm s", "server, first page, warm"],
  ["edit ms", "edit to browser"],
];

/** Everything that was measured, a line per measure and peer, as a Markdown table. */
export function fullTable(samples) {
  const find = finder(samples);
  const rows = samples.map((sample) => {
    const { measure, pages, peer, unit, values } = sample;
    const median = quantile(values, 0.5);
    const own = quantile(find(measure, pages, "docgen")?.values ?? [], 0.5);
    const bars = peer === "docgen" ? judge(find, measure, pages) : [];
    return [
      measure,
      pages ?? "",
      titleOf(peer),
      medianText(sample),
      figure(Math.min(...values)),
      figure(Math.max(...values)),
      values.length,
      unit,
      Number.isNaN(own) || own === 0 ? "" : `${figure(median / own)} ×`,
      bars.map(barText).join("; "),
      bars.map(({ isMet }) => (isMet === undefined ? "?" : isMet ? "yes" : "NO")).join("; "),
    ];
  });
  const head = ["measure", "pages", "who", "median", "min", "max", "runs", "unit", "to docgen", "bar", "met"];
  return markdownTable(head, rows);
}

/** A line per peer with the medians, for each number of pages that was measured. */
export function overview(samples) {
  const find = finder(samples);
  const counts = [...new Set(samples.map(({ pages }) => pages))].filter((pages) => pages !== undefined);
  return counts.map((pages) => {
    const columns = OVERVIEW.filter(([, measure]) =>
      samples.some((one) => one.measure === measure && one.pages === pages),
    );
    const isOwn = samples.some((one) => one.pages === pages && one.peer === "docgen-plain");
    const rows = (isOwn ? OWN_SITES : PEERS).flatMap((peer) => {
      const cells = columns.map(([, measure]) => {
        const sample = find(measure, pages, peer.name);
        return sample === undefined ? "" : medianText(sample);
      });
      return cells.some((cell) => cell !== "") ? [[peer.title, ...cells]] : [];
    });
    const head = [`${pages.toLocaleString("en")} pages`, ...columns.map(([title]) => title)];
    return markdownTable(head, rows);
  });
}

/** What each peer that was measured leaves out. */
export function omissions(samples) {
  const names = new Set(samples.map(({ peer }) => peer));
  const each = PEERS.filter(({ name, leavesOut }) => names.has(name) && leavesOut !== "");
  return [
    "- all: the Markdown copy of each page and `llms.txt`.",
    ...each.map(({ title, leavesOut }) => `- ${title}: ${leavesOut}.`),
  ];
}

function finder(samples) {
  return (measure, pages, peer) =>
    samples.find((one) => one.measure === measure && one.pages === pages && one.peer === peer);
}

/** ">" for a command that was ended at the limit, "!" for one whose output was not whole. */
const medianText = ({ values, isLate, fault }) =>
  `${isLate ? "> " : ""}${figure(quantile(values, 0.5))}${fault === undefined ? "" : " !"}`;
const titleOf = (name) => [...PEERS, ...OWN_SITES].find((peer) => peer.name === name)?.title ?? name;
const barText = ({ text, limit }) =>
  limit === undefined || text === String(limit) ? `≤ ${text}` : `≤ ${figure(limit)} (${text})`;

function figure(value) {
  if (value >= 100) return String(Math.round(value));
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function markdownTable(head, rows) {
  const lines = [head, ...rows].map((cells) => cells.map(String));
  const widths = head.map((_, at) => Math.max(...lines.map((cells) => cells[at].length)));
  const write = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(" | ")} |`;
  return [write(lines[0]), write(widths.map((width) => "-".repeat(width))), ...lines.slice(1).map(write)].join("\n");
}
