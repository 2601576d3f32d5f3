import { readFileSync } from "node:fs";

export default async function check({ run, moveSample, checkItems, checkPersons, presidents }) {
  moveSample("_data");
  await run("npm", "run", "build");
  checkItems(
    "_site",
    presidents.map(({ Name, Index }) => `${Index} ${Name}`),
  );
  await checkPersons((path) => readFileSync(`_site/${path}index.html`, "utf8"));
}
