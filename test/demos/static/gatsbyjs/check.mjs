import { readFileSync } from "node:fs";

export default async function check({ run, moveSample, checkItems, checkPersons, presidents }) {
  moveSample("data");
  await run("npm", "run", "build");
  checkItems(
    "public",
    presidents.map(({ Name }) => Name),
  );
  await checkPersons((path) => readFileSync(`public/${path}index.html`, "utf8"));
}
