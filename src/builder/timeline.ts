import type { TaskRun } from "../engine/node.ts";
import type { ThreadWork } from "../highlight/pool.ts";
import { groupBy } from "../shared/group-by.ts";
import { escapeHtml } from "../shared/text.ts";
import type { StageTime } from "./stages.ts";

/** Times of a build's tasks and highlighting threads, as of `performance.now()`. */
export interface BuildTimes {
  readonly runs: TaskRun[];
  readonly work: ThreadWork[];
}

/** A period of work, shown in a lane. */
interface Span {
  readonly lane: string;
  readonly title: string;
  readonly start: number;
  readonly end: number;
}

/** A row of bars. `from` and `to` are milliseconds since the start of the build. */
interface Lane {
  readonly name: string;
  readonly bars: readonly { readonly from: number; readonly to: number; readonly title: string }[];
}

const MAX_ROWS = 30;
/** Shorter gaps between two bars with the same title are closed, in milliseconds. */
const MIN_PAUSE = 4;

/** Milliseconds by page, by the name that `pathOf` gives a task's key. */
export function timeByPage(runs: readonly TaskRun[], pathOf: (key: string) => string | undefined): Map<string, number> {
  return totals(runs, ({ key }) => pathOf(key));
}

/**
 * Draws the timeline of a build as a self-contained HTML page.
 *
 * @param started start of the build, as of `performance.now()`
 * @param pathOf path of the page that a task's key belongs to; undefined for keys of no page
 */
export function drawTimeline(
  { runs, work }: BuildTimes,
  stages: readonly StageTime[],
  started: number,
  pathOf: (key: string) => string | undefined,
): string {
  const steps = stages.map(({ name, start, seconds: duration }): Span => {
    const ms = duration * 1000;
    return { lane: "steps", title: `${name}: ${seconds(ms)}`, start, end: start + ms };
  });
  const threads = work.toSorted((a, b) => a.thread - b.thread);
  const blocks = threads.map((span): Span => ({ ...span, lane: `highlighting ${span.thread}`, title: span.language }));
  const byStart = runs.toSorted((a, b) => a.start - b.start);
  const tasks = byStart.map((run): Span => ({ ...run, lane: run.name, title: run.name }));
  const lanes = lanesOf([...steps, ...blocks, ...tasks], started);
  const end = Math.max(1, ...lanes.flatMap(({ bars }) => bars.map(({ to }) => to)));
  const byTask = totals(runs, ({ name }) => name);
  const runsOf = groupBy(runs, ({ name }) => name);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Where the time of the build went</title><style>${STYLE}</style></head><body>
<h1>${seconds(end)} of building</h1>
<p>Time runs from left to right. Point at a bar to see its details.</p>
<div class="lanes">${axis(end)}${lanes.map((lane) => drawLane(lane, end)).join("")}</div>
<p>Tasks in the main thread take turns, so their runs overlap. The row of a task shows when one of its runs was in progress; the
tables below add up only the time in which a run did not wait for other tasks.</p>
${table(
  "Tasks",
  ["Task", "Runs"],
  [...byTask].map(([name, ms]) => [[name, String(runsOf.get(name)?.length)], ms]),
)}
${table(
  "Slowest pages",
  ["Page"],
  [...timeByPage(runs, pathOf)].map(([name, ms]) => [[name], ms]),
)}
${table(
  "Slowest runs",
  ["Task", "Of"],
  runs.map(({ name, key, ownMs }) => [[name, pathOf(key) ?? key], ownMs]),
)}
</body></html>
`;
}

/** Lanes in the order of their first spans. Successive spans with the same title become one bar. */
function lanesOf(spans: readonly Span[], started: number): Lane[] {
  return [...groupBy(spans, ({ lane }) => lane)].map(([name, inLane]) => {
    const bars: { from: number; to: number; title: string }[] = [];
    for (const { title, start, end } of inLane) {
      const last = bars.at(-1);
      const [from, to] = [start - started, end - started];
      if (last?.title === title && from - last.to < MIN_PAUSE) last.to = Math.max(last.to, to);
      else bars.push({ from, to, title });
    }
    return { name, bars };
  });
}

function drawLane({ name, bars }: Lane, end: number): string {
  const drawn = bars.map(({ from, to, title }) => {
    const left = ((from / end) * 100).toFixed(2);
    const width = (((to - from) / end) * 100).toFixed(2);
    const hue = [...(title.split(":", 1)[0] ?? "")].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 360, 7);
    const label = escapeHtml(title.includes(":") ? title : `${title}: ${seconds(to - from)}`);
    return `<i style="left:${left}%;width:max(1px,${width}%);--hue:${hue}" title="${label}"><span>${escapeHtml(title)}</span></i>`;
  });
  return `<b>${escapeHtml(name)}</b><div>${drawn.join("")}</div>`;
}

function axis(end: number): string {
  const step = 10 ** Math.floor(Math.log10(end / 2));
  const marks = Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
  const shown = marks.filter((_, index) => index % Math.ceil(marks.length / 10) === 0);
  return `<b></b><div class="axis">${shown.map((ms) => `<s style="left:${((ms / end) * 100).toFixed(2)}%">${seconds(ms)}</s>`).join("")}</div>`;
}

type Row = readonly [cells: readonly string[], ms: number];

function table(title: string, heads: readonly string[], rows: readonly Row[]): string {
  const most = rows.toSorted(([, a], [, b]) => b - a).slice(0, MAX_ROWS);
  const longest = most[0]?.[1] ?? 1;
  const body = most.map(([cells, ms]) => {
    const bar = `<meter value="${(ms / longest).toFixed(3)}"></meter>`;
    return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}<td class="ms">${seconds(ms)}</td><td>${bar}</td></tr>`;
  });
  const head = [...heads, "Own time", ""].map((cell) => `<th scope="col">${cell}</th>`).join("");
  return `<h2>${title}</h2><table><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table>`;
}

function totals(runs: readonly TaskRun[], nameOf: (run: TaskRun) => string | undefined): Map<string, number> {
  const sums = new Map<string, number>();
  for (const run of runs) {
    const name = nameOf(run);
    if (name !== undefined) sums.set(name, (sums.get(name) ?? 0) + run.ownMs);
  }
  return sums;
}

function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
}

const STYLE = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{margin:2rem auto;padding:0 1rem;max-width:80rem}
.lanes{display:grid;grid-template-columns:max-content 1fr;gap:2px 1rem;align-items:center}
.lanes b{font-weight:400;font-size:13px}
.lanes div{position:relative;height:20px;background:light-dark(#f2f3f5,#24262b);overflow:hidden}
.lanes i{position:absolute;top:0;bottom:0;background:light-dark(hsl(var(--hue) 60% 78%),hsl(var(--hue) 35% 34%));font:11px/20px system-ui}
.lanes span{display:block;overflow:hidden;white-space:nowrap;padding-left:4px}
.lanes .axis{background:none}.axis s{position:absolute;text-decoration:none;font-size:11px;opacity:.75}
table{border-collapse:collapse}th{text-align:left}td,th{padding:1px 1rem 1px 0}.ms{text-align:right;font-variant-numeric:tabular-nums}
td{overflow-wrap:anywhere}meter{width:8rem}
@media(max-width:600px){.lanes{grid-template-columns:1fr;gap:0}.lanes b{margin-top:4px}}`;
