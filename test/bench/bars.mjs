/**
 * The bars that docgen is held to: measure, pages (undefined: any), text, and the limit as a function of the medians
 * of the same run (undefined where what it is compared with was not measured). `at` picks another quantile.
 */
export const BARS = [
  cold230("1/6 of Docusaurus", (of) => of("docusaurus") / 6),
  cold230("1.35 × bare shiki", (of) => of("shiki") * 1.35),
  { measure: "warm build", pages: 230, text: "1/2 of Hugo", limit: (of) => of("hugo") / 2 },
  { measure: "warm build", pages: 230, text: "node + 0.3", limit: (of) => of("node") + 0.3 },
  { measure: "edited build", pages: 230, text: "2/3 of Hugo", limit: (of) => (of("hugo") * 2) / 3 },
  {
    measure: "cold build",
    pages: 5000,
    text: "1.1 × the cost per page at 1,000",
    limit: (of) => of("docgen", 1000) * 5 * 1.1,
  },
  {
    measure: "cold build",
    pages: 5000,
    text: "ahead of component frameworks",
    limit: (of) => least(of, ["docusaurus", "rspress", "starlight", "vitepress"]),
  },
  { measure: "edited build", pages: 5000, text: "1.5", limit: () => 1.5 },
  {
    measure: "edited build",
    pages: 5000,
    text: "below every peer",
    limit: (of) => least(of, ["docusaurus", "rspress", "starlight", "vitepress", "eleventy", "hugo", "hugo-branch"]),
  },
  ...["cold", "edited"].flatMap((state) => [
    { measure: `memory, ${state} build`, pages: 230, text: "350", limit: () => 350 },
    { measure: `memory, ${state} build`, pages: 5000, text: "700", limit: () => 700 },
  ]),
  { measure: "page, JavaScript", text: "8", limit: () => 8 },
  { measure: "page, CSS", text: "14", limit: () => 14 },
  { measure: "server, first page, cold", text: "1.5", limit: () => 1.5 },
  { measure: "server, first page, warm", pages: 230, text: "0.7", limit: () => 0.7 },
  { measure: "server, first page, warm", pages: 5000, text: "1.2", limit: () => 1.2 },
  { measure: "edit to browser", text: "50", limit: () => 50 },
  { measure: "edit to browser", text: "at p95", limit: () => 100, at: 0.95 },
  { measure: "start", text: "1.5 × node", limit: (of) => of("node") * 1.5 },
];

function cold230(text, limit) {
  return { measure: "cold build", pages: 230, text, limit };
}

/** The least of those that were measured. */
function least(of, names) {
  const values = names.map((name) => of(name)).filter((value) => !Number.isNaN(value));
  return values.length === 0 ? Number.NaN : Math.min(...values);
}

/**
 * How docgen does against the bars of one measure.
 * @param find gives the samples of a measure, a number of pages and a peer, or undefined
 * @returns what the columns "bar" and "met" say, one entry per bar
 */
export function judge(find, measure, pages) {
  const own = find(measure, pages, "docgen");
  if (own === undefined) return [];
  const of = (name, count = pages) => quantile(find(measure, count, name)?.values ?? [], 0.5);
  return BARS.filter((bar) => bar.measure === measure && (bar.pages === undefined || bar.pages === pages)).map(
    (bar) => {
      const limit = bar.limit(of);
      if (Number.isNaN(limit)) return { text: bar.text, limit: undefined, isMet: undefined };
      return { text: bar.text, limit, isMet: quantile(own.values, bar.at ?? 0.5) <= limit };
    },
  );
}

/** The value at a share of sorted values; NaN of none. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length === 0) return Number.NaN;
  const middle = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return low + (high - low) * (middle - Math.floor(middle));
}
