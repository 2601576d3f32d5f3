import { randomNumbers } from "./corpus/random.mjs";

const SECTIONS = 4;
const WORDS = 80;

/**
 * Makes pages whose words are as frequent as those of real sections, the same at each call; every page
 * has identifiers of its own, so that the vocabulary grows with the pages.
 */
export function generatedPages(documents, count) {
  const random = randomNumbers(1);
  const words = documents.flatMap(({ content }) => content.split(/\s+/)).filter((word) => word.length < 40);
  const headings = documents.map(({ title }) => title);
  const pick = (list) => list[Math.floor(random() * list.length)];
  return Array.from({ length: count }, (_, number) => {
    const section = (at) => ({
      id: at === 0 ? "" : `s${at}`,
      title: at === 0 ? "" : pick(headings),
      level: at === 0 ? 1 : 2,
      text: [
        ...Array.from({ length: WORDS }, () => pick(words)),
        `own_name_${number}_${at}`,
        `Page${number}Option`,
      ].join(" "),
      code: "",
      labels: "",
      defined: [],
    });
    const title = `${pick(headings)} ${number}`;
    return {
      route: `/docs/p${number}`,
      title,
      label: title,
      description: "",
      keywords: [],
      tags: [],
      parents: [],
      type: "docs",
      sections: Array.from({ length: SECTIONS }, (__, at) => section(at)),
    };
  });
}
