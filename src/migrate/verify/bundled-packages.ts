import { join } from "node:path";
import type { Metafile } from "esbuild";
import { compareText } from "../../shared/problem.ts";
import type { Job } from "../job.ts";
import { asText, record } from "../read/config-values.ts";
import { readData } from "../read/read-data.ts";

/** Namespace of the modules in the place of packages that can't be resolved. */
export const ABSENT = "absent";

/** Versions of packages by name. */
export type PackageVersions = Map<string, string>;

/** What packages a bundle needs. */
export interface BundledPackages {
  /** Packages that others import without listing them as dependencies, with their versions. */
  readonly peers: PackageVersions;
  /** The modules of the site that import a package that can't be resolved, also by others, with that package. */
  readonly lacking: ReadonlyMap<string, string>;
}

/** @param root absolute path of the site, to which the paths of the inputs are relative */
export function packagesIn(inputs: Metafile["inputs"], root: string): BundledPackages {
  const peers: PackageVersions = new Map();
  const lacking = new Map<string, string>();
  const manifest = (folder: string) => record(readData(join(root, folder, "package.json")));
  const importers = new Map<string, string[]>();
  for (const [path, { imports }] of Object.entries(inputs)) {
    const folder = packageFolder(path);
    for (const { path: imported } of imports) {
      importers.set(imported, [...(importers.get(imported) ?? []), path]);
      const other = packageFolder(imported);
      if (folder === undefined || other === undefined || other === folder) continue;
      const name = nameIn(other);
      const { dependencies, optionalDependencies, peerDependencies } = manifest(folder);
      if (name in { ...record(dependencies), ...record(optionalDependencies) } || /^react(?:-dom)?$/.test(name))
        continue;
      // npm refuses a version that the package doesn't accept.
      peers.set(name, asText(record(peerDependencies)[name]) ?? `^${String(manifest(other).version)}`);
    }
  }
  for (const path of Object.keys(inputs).filter((input) => input.startsWith(`${ABSENT}:`))) {
    const reached = new Set([path]);
    for (const input of reached) for (const importer of importers.get(input) ?? []) reached.add(importer);
    for (const input of reached) lacking.set(input, path.slice(ABSENT.length + 1));
  }
  return { peers, lacking };
}

/** Lists the packages that components need in a `package.json` of the new site. */
export function putManifest(packages: PackageVersions, { put, noteFile }: Job): void {
  if (packages.size === 0) return;
  const dependencies = Object.fromEntries([...packages].sort(([a], [b]) => compareText(a, b)));
  put("package.json", { text: `${JSON.stringify({ private: true, type: "module", dependencies }, null, 2)}\n` });
  const names = Object.keys(dependencies).join(", ");
  noteFile("package.json", "hand", `components import ${names}: run npm install in the new site before docgen build`);
}

/** The folder of the package that a file belongs to. */
function packageFolder(path: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
}

function nameIn(folder: string): string {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}
