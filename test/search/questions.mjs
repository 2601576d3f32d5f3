import { readFileSync } from "node:fs";

/**
 * How people ask, with the routes that answer, in two halves. Ranking is tuned on the open one; of the other only the
 * success is told, so that nothing is fitted to it. `seen` are further questions, by other people; `asked` are from issues
 * on GitHub and of one more writer, and held back as well.
 */
export function readQuestions() {
  const [open, held, seen, asked] = ["open", "held", "seen", "asked"].map((name) => readFile(`${name}-questions.tsv`));
  return {
    count: open.length + held.length,
    routes: [...held, ...asked].flatMap(({ routes }) => routes),
    open,
    seen,
    /** Only queries, without what they should find: engines that answer all at once get them. */
    heldQueries: held.map(({ query }) => query),
    /** @param find gives the routes that an engine finds, by query */
    successOfHeld: (find) => successOf(held, find),
    successOfAsked: (find) => successOf(asked, find),
  };
}

function readFile(name) {
  const lines = readFileSync(new URL(name, import.meta.url), "utf8").split("\n");
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [query = "", routes = ""] = line.split("\t");
      return { query, routes: routes.split(" ") };
    });
}

/** Shares of the questions whose first result, or one of the first three, answers. A page stands for its sections. */
export function successOf(questions, find) {
  const places = questions.map(({ query, routes }) => {
    return find(query).findIndex((route) => routes.includes(route) || routes.includes(route.split("#")[0]));
  });
  const rate = (first) => {
    const good = places.filter((place) => place >= 0 && place < first).length;
    return Math.round((1000 * good) / places.length) / 1000;
  };
  return { at1: rate(1), at3: rate(3) };
}
