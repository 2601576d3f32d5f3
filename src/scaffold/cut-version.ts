import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CONFIG_FILE } from "../config/config-file.ts";
import { loadConfig } from "../config/load.ts";
import type { DocsPluginConfig } from "../config/schema.ts";
import { RESERVED } from "../content/collisions.ts";
import { translationsFolder } from "../content/overlay.ts";
import { readText } from "../content/source.ts";
import { isVersionName, parseVersionNames, VERSION_NAME_RULE, versionsPlace } from "../content/versions.ts";
import { attempt } from "../shared/attempt.ts";
import { Failure } from "../shared/failure.ts";
import { entryOf, infoOf } from "../shared/file-info.ts";
import { inFormOf } from "../shared/fixed-file.ts";
import { didYouMean } from "../shared/nearest.ts";
import { readRegular } from "../shared/regular-file.ts";
import { collisionKey } from "../shared/route.ts";
import { copyFiles, listFiles, putInPlace } from "./put-in-place.ts";

const CONTENT_HOME = "content/";

/** Result of cutting a version. */
export interface CutVersion {
  /** Folders of the version, relative to the root: that of the docs, then those of translations. */
  readonly folders: readonly string[];
  readonly files: number;
  /** The docs that were copied, relative to the root. */
  readonly source: string;
  /** The file that lists the versions, relative to the root. */
  readonly list: string;
}

/**
 * Cuts a docs version: copies the docs and their translations, and adds the version to the front of the list.
 *
 * @param id set of docs; default: the only one, or the one with the id `default`
 * @throws Failure that names the cause: the name, the docs, the list of versions, or an existing file
 */
export async function cutVersion(root: string, name: string, id?: string): Promise<CutVersion> {
  if (!isVersionName(name)) {
    throw new Failure(2, `"${name}" is not a valid version name; ${VERSION_NAME_RULE}, such as 2.0`);
  }
  if (RESERVED.test(name)) throw new Failure(2, `"${name}" is not a valid file name on every system; choose another`);
  const { config } = await loadConfig(root);
  const docs = chooseDocs(config.docs, id);
  if (docs.includeCurrentVersion && (docs.versions.current?.path ?? "next") === name) {
    throw new Failure(2, `"${name}" is the path of the current docs; choose another name`);
  }
  const { path: list, folder: versions } = versionsPlace(docs.id);
  const names = readNames(root, list);
  const isSame = (other: string) => collisionKey(other) === collisionKey(name);
  const taken = names.find(isSame);
  if (taken !== undefined) throw new Failure(2, `${list}: already has version "${taken}"; choose another name`);
  const inCommit = Object.entries(docs.versions).find(([other, { ref }]) => ref !== undefined && isSame(other));
  if (inCommit !== undefined) {
    const remedy = 'choose another name, or remove its "ref"';
    throw new Failure(2, `${CONFIG_FILE}: version "${inCommit[0]}" is already taken from git; ${remedy}`);
  }

  const homes = [CONTENT_HOME, ...config.i18n.locales.map(translationsFolder)];
  const copies = homes.flatMap((home) => {
    const from = join(root, home, docs.folder);
    // Not a link to a folder, as everywhere docs are read.
    const files = entryOf(from)?.isDirectory() === true ? listFiles(from, root) : [];
    if (home === CONTENT_HOME && !files.some(isPage)) {
      const remedy = `docgen new ${docs.folder}/index creates one`;
      throw new Failure(1, `${CONTENT_HOME}${docs.folder}: contains no pages, so there is nothing to copy; ${remedy}`);
    }
    return files.length === 0 ? [] : [{ path: `${home}${versions}/version-${name}`, from, files }];
  });
  const old = attempt(() => readRegular(join(root, list)).toString("utf8")) ?? "";
  const newest = `${JSON.stringify([name, ...names], null, 2)}\n`;
  const folders = copies.map(({ path, from, files }) => ({ path, make: (to: string) => copyFiles(from, files, to) }));
  const makeList = (to: string) => writeFileSync(to, inFormOf(old, newest), { flush: true });
  await putInPlace(root, folders, { path: list, make: makeList });
  const files = copies.reduce((sum, copy) => sum + copy.files.length, 0);
  return { folders: copies.map(({ path }) => path), files, source: `${CONTENT_HOME}${docs.folder}`, list };
}

function chooseDocs(all: readonly DocsPluginConfig[], id: string | undefined): DocsPluginConfig {
  const ids = all.map((docs) => docs.id);
  const chosen = all.length === 1 && id === undefined ? all[0] : all.find((docs) => docs.id === (id ?? "default"));
  if (chosen !== undefined) return chosen;
  const fault =
    id === undefined ? "there are several sets of docs" : `no docs with the id "${id}"${didYouMean(id, ids)}`;
  throw new Failure(2, `--docs: ${fault}; choose one of ${ids.join(", ")}`);
}

/** Names of the existing versions. @throws Failure (exit code 1) if the file that lists them is invalid */
function readNames(root: string, list: string): readonly string[] {
  const path = join(root, list);
  const info = infoOf(path);
  if (info === undefined) return [];
  const { text, problems } = readText({ path: list, bytes: info.size, read: () => readRegular(path) });
  const [fault] = problems;
  if (fault !== undefined) throw new Failure(1, `${list}:${fault.line}: ${fault.message}; ${fault.hint}`);
  const names = parseVersionNames(text);
  if (names !== undefined) return names;
  throw new Failure(1, `${list}:1: is not a list of version names; write a list such as ["2.0", "1.0"]`);
}

function isPage(file: string): boolean {
  return /\.mdx?$/.test(file) && !/(?:^|\/)_/.test(file);
}
