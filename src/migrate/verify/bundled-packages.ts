import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Mapping } from "../../content/data-file.ts";
import { compareText } from "../../shared/problem.ts";
import type { Job } from "../job.ts";
import { asText, record } from "../read/config-values.ts";
import { installedPackage } from "../read/module-paths.ts";
import { readData } from "../read/read-data.ts";

/** Versions of packages by name. */
export type PackageVersions = Map<string, string>;

/** Links packages of the Docusaurus site to where `npm install` puts them in the new site. @param site the new site */
export function linkPackages(packages: PackageVersions, site: string, { root }: Job): void {
  for (const name of packages.keys()) {
    const target = installedPackage(name, root);
    const link = join(site, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    if (target !== undefined) symlinkSync(realpathSync(target), link, "junction");
  }
}

/**
 * The packages that others import without listing them as dependencies, with their versions.
 *
 * @param files absolute paths of the files in bundles
 * @param packages that the site imports itself
 */
export function peersIn(files: Iterable<string>, packages: PackageVersions): PackageVersions {
  const manifests = new Map<string, Mapping>();
  for (const file of files) {
    const [folder, name] = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)(?=[\\/])/.exec(file) ?? [];
    if (folder !== undefined && name !== undefined && !manifests.has(name))
      manifests.set(name.replaceAll("\\", "/"), record(readData(join(folder, "package.json"))));
  }
  const all = [...manifests.values()];
  const listed = all.flatMap(({ dependencies, optionalDependencies }) =>
    Object.keys({ ...record(dependencies), ...record(optionalDependencies) }),
  );
  const provided = new Set(["react", "react-dom", ...packages.keys(), ...listed]);
  // npm refuses a version that a package doesn't accept.
  const accepted = (name: string) =>
    all.flatMap(({ peerDependencies }) => asText(record(peerDependencies)[name]) ?? [])[0];
  const peers = [...manifests].filter(([name]) => !provided.has(name));
  return new Map(peers.map(([name, { version }]) => [name, accepted(name) ?? `^${String(version)}`]));
}

/**
 * Lists the packages that components need in a `package.json` of the new site. Bundlers read default imports of CommonJS
 * by its `type`, which stays.
 */
export function putManifest(packages: PackageVersions, { root, hasFile, put }: Job): void {
  const old = join(root, "package.json");
  const { type } = hasFile(old) ? record(readData(old)) : {};
  const dependencies = Object.fromEntries([...packages].sort(([a], [b]) => compareText(a, b)));
  if (packages.size > 0)
    put("package.json", { text: `${JSON.stringify({ private: true, type, dependencies }, null, 2)}\n` });
}

/** Reports the packages that components need. */
export function notePackages(packages: PackageVersions, { noteFile }: Job): void {
  const names = [...packages.keys()].sort(compareText).join(", ");
  if (packages.size > 0)
    noteFile("package.json", "hand", `components import ${names}: run npm install in the new site before docgen build`);
}
