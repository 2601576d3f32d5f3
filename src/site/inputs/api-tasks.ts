import { type ApiLibrary, declarationCode } from "../../api/declaration.ts";
import { apiNames, resolveName } from "../../api/library-names.ts";
import { placeInConfig } from "../../config/place.ts";
import type { ApiVocabulary } from "../../markdown/api-names.ts";
import { digestJson } from "../../shared/digest.ts";
import { problemOf } from "../../shared/problem.ts";
import type { Setup, SiteTasks } from "../tasks.ts";

/** Tasks for the type declarations of the documented library. */
export function createApiTasks({ define, tasks }: Setup): SiteTasks["api"] {
  const libraries = define<readonly ApiLibrary[]>(
    "api declarations",
    {
      keep: "memory",
      digest: (all) =>
        digestJson(all.map(({ exports, all: declared, ...rest }) => [[...exports], [...declared], [...rest.uses]])),
    },
    async (task) => {
      const { config: loaded, sources } = await task.get(tasks.config.config, "");
      const documented = [loaded.api ?? []].flat();
      if (documented.length === 0) return [];
      // The parser takes 8 ms to load.
      const { readLibrary } = await import("../../api/read-library.ts");
      return documented.map(({ name, declarations }) => {
        const read = (path: string) => task.file(path)?.bytes().toString("utf8");
        const library = readLibrary(name, declarations, read);
        if (library.all.size === 0) {
          const [fault, remedy] =
            read(declarations) === undefined
              ? [`no file at "${declarations}"`, "install the library, or correct the path"]
              : [`"${declarations}" declares nothing`, "write the path of the file with its types"];
          const position = placeInConfig(sources, "declarations", declarations);
          const hint = `${remedy}, which is relative to site.config.ts`;
          task.report(problemOf({ ...position, code: "api", message: `api: ${fault}`, hint }));
        }
        const message = "docgen can't parse this declaration";
        task.report(
          ...library.faults.map((fault) => problemOf({ ...fault, severity: "warning", code: "api", message })),
        );
        return library;
      });
    },
  );
  const vocabulary = define<ApiVocabulary>("api vocabulary", { keep: "graph" }, async (task) => {
    const all = await task.get(libraries, "");
    const { api } = (await task.get(tasks.config.config, "")).config;
    const names = all.flatMap((library) => apiNames(library));
    const namesOf = (isValue: boolean) => names.filter((entry) => entry.isValue === isValue).map(({ name }) => name);
    const link = [api ?? []].flat().every((library) => library.link);
    return { libraries: all.map(({ name }) => name), values: namesOf(true), types: namesOf(false), link };
  });
  const signature = define<readonly string[] | null>("api signature", { keep: "memory" }, async (task, name) => {
    const resolved = resolveName(await task.get(libraries, ""), name);
    return resolved === undefined ? null : declarationCode(resolved.declaration, resolved.name);
  });
  return { libraries, vocabulary, signature };
}
