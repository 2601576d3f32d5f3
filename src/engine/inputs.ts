import { createHash, hash } from "node:crypto";
import { closeSync, fstatSync, readSync, type Stats } from "node:fs";
import { dirname, resolve } from "node:path";
import { digestJson } from "../shared/digest.ts";
import { Failure } from "../shared/failure.ts";
import { fingerprintOf, infoOf } from "../shared/file-info.ts";
import { openRegular, readRegular } from "../shared/regular-file.ts";
import { type Entry, entryAt, readFolder } from "./entries.ts";

/** A file as a task reads it. */
export interface InputFile {
  /** SHA-1 of its bytes. */
  readonly digest: string;
  readonly size: number;
  readonly absolute: string;
  /** @throws ChangedInput where they are not what the digest is of any more */
  readonly bytes: () => Buffer;
}

/** Names an input: what is read, and which. */
export type InputName =
  `${"file" | "entry" | "list" | "modules" | "variable" | "setting" | "state" | "volatile"}:${string}`;

/** An input as it is kept: what the system said of it, and the digest of what it held; by name. */
export type KnownInputs = Readonly<Record<string, readonly [fingerprint: string, digest: string]>>;

/** A file is not any more what a task has read of it. */
export class ChangedInput extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`${path}: changed while it was read`);
    this.path = path;
  }
}

/** A file changed between two looks at it in one revision. */
export class ChangedMeanwhile extends Failure {}

/** The leaves of all results, each read at most once in a revision. */
export interface Inputs {
  /** @returns empty for what is absent or can't be read */
  readonly digestOf: (name: string) => string;
  readonly file: (path: string) => InputFile | undefined;
  /** What stands at a path; undefined where nothing does. */
  readonly entry: (path: string) => Entry | undefined;
  readonly list: (path: string) => readonly Entry[];
  readonly variable: (name: string) => string | undefined;
  readonly setting: (name: string) => unknown;
  /** Names of all that were read and come of files. */
  readonly files: () => readonly string[];
  /** Looks again at what is there. */
  readonly forget: (names: Iterable<string>) => void;
  /** What is to be kept of inputs. */
  readonly known: (names: Iterable<string>) => KnownInputs;
}

/**
 * A file that was changed this short a time ago may be changed again with the same fingerprint: some file systems count
 * whole seconds, FAT every second one. In milliseconds.
 */
const UNSETTLED_MS = 2000;
/** In the place of the digest of what is there and no file. */
const NO_FILE = "no file";
/** Bytes of a file that are hashed at once. */
const CHUNK = 1 << 20;
/** A file of more bytes is not held in memory. */
const MAX_HELD = 1 << 22;

/** Names by which bundlers find a module that is imported without its ending. */
const MODULE_NAME = /\.(?:[cm]?[jt]sx?|json|css)$/;

interface Seen {
  readonly fingerprint: string;
  readonly digest: string;
}

/** What results may depend on besides files and the environment, by name. */
export interface Surroundings {
  /** What the command was told: plain data. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** States of other programs, each told in a text; they are asked at most once in a revision. */
  readonly states?: Readonly<Record<string, () => string>>;
}

/**
 * @param root absolute path that paths are relative to
 * @param known of an earlier time: what has the same fingerprint is not read
 */
export function createInputs(
  root: string,
  { settings = {}, states = {} }: Surroundings,
  known: KnownInputs = {},
): Inputs {
  const seen = new Map<string, Seen>();
  const lists = new Map<string, readonly Entry[]>();

  const look = (name: string): Seen => {
    const before = seen.get(name);
    if (before !== undefined) return before;
    const now = lookAt(name);
    seen.set(name, now);
    return now;
  };
  const lookAt = (name: string): Seen => {
    const at = name.indexOf(":");
    const kind = name.slice(0, at);
    const rest = name.slice(at + 1);
    if (kind === "variable")
      return { fingerprint: "", digest: digestJson(rest === "" ? process.env : process.env[rest]) };
    if (kind === "setting") return { fingerprint: "", digest: digestJson(settings[rest]) };
    if (kind === "state") return { fingerprint: "", digest: digestJson(states[rest]?.()) };
    if (kind === "entry") return { fingerprint: "", digest: digestJson(entryAt(root, rest)) };
    if (kind === "list") return { fingerprint: "", digest: digestJson(listOf(rest)) };
    if (kind === "modules") {
      const modules = readFolder(root, rest).flatMap(({ name }) => (MODULE_NAME.test(name) ? [name] : []));
      return { fingerprint: "", digest: digestJson(modules) };
    }
    if (kind === "volatile") return { fingerprint: "", digest: "" };
    const absolute = resolve(root, rest);
    const fingerprint = settledFingerprint(infoOf(absolute));
    const last = Object.hasOwn(known, name) ? known[name] : undefined;
    const isKnown = last !== undefined && last[0] === fingerprint && fingerprint !== "";
    return { fingerprint, digest: isKnown ? last[1] : digestFile(absolute) };
  };
  const listOf = (path: string): readonly Entry[] => {
    const entries = lists.get(path) ?? readFolder(root, path);
    lists.set(path, entries);
    return entries;
  };
  return {
    digestOf: (name) => look(name).digest,
    file: (path) => {
      const name = `file:${path}`;
      const absolute = resolve(root, path);
      const size = infoOf(absolute)?.size ?? 0;
      let held: Buffer | undefined;
      if (!seen.has(name) && size <= MAX_HELD) {
        const fingerprint = settledFingerprint(infoOf(absolute));
        held = attempt(() => readRegular(absolute));
        seen.set(name, { fingerprint, digest: held === undefined ? digestFile(absolute) : hash("sha1", held) });
      }
      const { digest } = look(name);
      if (digest === "" || digest === NO_FILE) return undefined;
      const bytes = () => {
        const read = held ?? attempt(() => readRegular(absolute));
        held = undefined;
        if (read === undefined || hash("sha1", read) !== digest) throw new ChangedInput(path);
        return read;
      };
      return { digest, size, absolute, bytes };
    },
    entry: (path) => entryAt(root, path),
    list: (path) => {
      look(`list:${path}`);
      return listOf(path);
    },
    variable: (name) => process.env[name],
    setting: (name) => settings[name],
    files: () => [...seen.keys()].filter((name) => !/^(?:state|variable|setting):/.test(name)),
    forget: (names) => {
      for (const name of names) {
        seen.delete(name);
        lists.delete(name.slice("list:".length));
      }
    },
    known: (names) => {
      const kept: Record<string, readonly [string, string]> = Object.create(null);
      for (const name of names) {
        const { fingerprint, digest } = look(name);
        kept[name] = [fingerprint, digest];
      }
      return kept;
    },
  };
}

/** True for what makes a result that may be another at any time. */
export function isVolatile(name: string): boolean {
  return name === "volatile:";
}

/** Inputs that may be others when something at a path has changed. @param path relative to the root */
export function inputsAt(path: string): InputName[] {
  const folder = dirname(path);
  const parent = folder === "." ? "" : folder;
  return [`file:${path}`, `entry:${path}`, `list:${path}`, `list:${parent}`, `modules:${path}`, `modules:${parent}`];
}

/** What the system says of a file, another after each change; empty where that can't be relied on. */
function settledFingerprint(info: Stats | undefined): string {
  if (info === undefined) return "absent";
  if (info.ctimeMs >= Date.now() - UNSETTLED_MS) return "";
  return fingerprintOf(info);
}

/** SHA-1 of a file's bytes, of any size; empty where there is no file that can be read. */
export function digestFile(path: string): string {
  const info = infoOf(path);
  if (info === undefined) return "";
  // A pipe never ends.
  if (!info.isFile()) return NO_FILE;
  const read = attempt(() => {
    const file = openRegular(path);
    try {
      const digest = createHash("sha1");
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(1, fstatSync(file).size)));
      for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk)) {
        digest.update(chunk.subarray(0, length));
      }
      return digest.digest("hex");
    } finally {
      closeSync(file);
    }
  });
  return read ?? "";
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
