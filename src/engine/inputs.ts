import { hash } from "node:crypto";
import type { Stats } from "node:fs";
import { resolve } from "node:path";
import { dirname, join } from "node:path/posix";
import { attempt } from "../shared/attempt.ts";
import { today } from "../shared/calendar.ts";
import { digestJson } from "../shared/digest.ts";
import { Failure } from "../shared/failure.ts";
import { fingerprintOf, infoOf } from "../shared/file-info.ts";
import { readRegular } from "../shared/regular-file.ts";
import { digestFile, NO_FILE } from "./digest-file.ts";
import { type Entry, entryAt, readFolder } from "./entries.ts";

/** A file that a task reads. */
export interface InputFile {
  /** SHA-1 of the bytes. */
  readonly digest: string;
  readonly size: number;
  readonly absolute: string;
  /** Reads the file. @throws ChangedDuringBuild if the bytes no longer match the digest */
  readonly bytes: () => Buffer;
}

/** Name of an input: its kind, and the path or name of what is read, or the day that has come or not. */
export type InputName =
  `${"file" | "entry" | "list" | "modules" | "variable" | "setting" | "state" | "day" | "volatile"}:${string}`;

/** State of an input: the fingerprint of a file, empty for other inputs, and the digest of what was read. */
type InputState = readonly [fingerprint: string, digest: string];

/** Stored state of inputs, by name. */
export type KnownInputs = Readonly<Record<string, InputState>>;

/** A file changed between two reads in one revision. */
export class ChangedDuringBuild extends Failure {
  constructor(path: string) {
    super(1, `${path}: changed during the build; build the site again`);
  }
}

/** The inputs of all tasks. Each is read at most once per revision. */
export interface Inputs {
  /** Digest of an input; empty if it is absent or unreadable. */
  readonly digestOf: (name: string) => string;
  readonly file: (path: string) => InputFile | undefined;
  /** The entry at a path; undefined if there is none. */
  readonly entry: (path: string) => Entry | undefined;
  readonly list: (path: string) => readonly Entry[];
  readonly variable: (name: string) => string | undefined;
  readonly setting: (name: string) => unknown;
  readonly isReached: (day: string) => boolean;
  readonly files: () => readonly string[];
  /** Reads inputs again, of those that have been read. @returns paths of files and folders that differ */
  readonly refresh: (names: Iterable<string>) => string[];
  /** Drops the state of inputs, so that they are read again. */
  readonly forget: (names: Iterable<string>) => void;
  /** The state of inputs, for the store. */
  readonly known: (names: Iterable<string>) => KnownInputs;
}

/**
 * A file changed less than this many milliseconds ago gets no fingerprint: it could change again without a new one, as
 * some file systems store times in whole seconds, and FAT in steps of two.
 */
const UNSETTLED_MS = 2000;
/** Larger files (in bytes) are not kept in memory. */
const MAX_HELD = 1 << 22;

/** Extensions that bundlers try for an import without one. */
const MODULE_NAME = /\.(?:[cm]?[jt]sx?|json|css)$/;

/** Inputs that are neither files nor environment variables, by name. */
export interface InputSources {
  /** Options of the command: plain data. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Functions that return the state of another program; each is called at most once per revision. */
  readonly states?: Readonly<Record<string, () => string>>;
}

/** @param knownInputs state of an earlier process: files with the same fingerprint are not read again */
export function createInputs(
  root: string,
  { settings = {}, states = {} }: InputSources,
  knownInputs: KnownInputs,
): Inputs {
  const seen = new Map<string, InputState>();
  // What tasks get is what the digest was made of: the disk may differ by then, and be as before at the next refresh.
  const lists = new Map<string, readonly Entry[]>();
  const entries = new Map<string, Entry | undefined>();

  const listOf = (path: string) => readOnce(lists, path, () => readFolder(root, path));
  const entryOf = (path: string) => readOnce(entries, path, () => entryAt(root, path));
  /** What inputs that are not the content of a file are, by their kind. */
  const values: Readonly<Record<string, (name: string) => unknown>> = {
    variable: (name) => (name === "" ? process.env : process.env[name]),
    setting: (name) => settings[name],
    state: (name) => states[name]?.(),
    day: isReached,
    entry: entryOf,
    list: listOf,
    modules: (path) => readFolder(root, path).flatMap(({ name }) => (MODULE_NAME.test(name) ? name : [])),
  };
  const stateOf = (name: string) => readOnce(seen, name, () => readState(name, knownInputs[name] ?? ["", ""]));
  /** @param before the last known state: a file with the same fingerprint is not read again */
  const readState = (name: string, before: InputState): InputState => {
    const [kind, rest] = splitName(name);
    const read = values[kind];
    if (read !== undefined) return ["", digestJson(read(rest))];
    if (kind === "volatile") return ["", ""];
    const absolute = resolve(root, rest);
    const fingerprint = settledFingerprint(infoOf(absolute));
    const isSame = fingerprint !== "" && fingerprint === before[0];
    return [fingerprint, isSame ? before[1] : digestFile(absolute)];
  };
  const refreshOne = (name: string): readonly string[] => {
    const before = seen.get(name);
    if (before === undefined) return [];
    const [kind, path] = splitName(name);
    const listed = lists.get(path) ?? [];
    if (kind === "list") lists.delete(path);
    if (kind === "entry") entries.delete(path);
    const state = readState(name, before);
    seen.set(name, state);
    if (state[1] === before[1] || kind === "state" || kind === "day") return [];
    return kind === "list" ? differingEntries(listed, listOf(path)).map((child) => join(path, child)) : [path];
  };
  return {
    digestOf: (name) => stateOf(name)[1],
    file: (path) => {
      const name = `file:${path}`;
      const absolute = resolve(root, path);
      const size = infoOf(absolute)?.size ?? 0;
      let held: Buffer | undefined;
      if (!seen.has(name) && size <= MAX_HELD) {
        const fingerprint = settledFingerprint(infoOf(absolute));
        held = attempt(() => readRegular(absolute));
        seen.set(name, [fingerprint, held === undefined ? digestFile(absolute) : hash("sha1", held)]);
      }
      const [, digest] = stateOf(name);
      if (digest === "" || digest === NO_FILE) return undefined;
      const bytes = () => {
        const read = held ?? attempt(() => readRegular(absolute));
        held = undefined;
        if (read === undefined || hash("sha1", read) !== digest) throw new ChangedDuringBuild(path);
        return read;
      };
      return { digest, size, absolute, bytes };
    },
    entry: (path) => {
      stateOf(`entry:${path}`);
      return entryOf(path);
    },
    list: (path) => {
      stateOf(`list:${path}`);
      return listOf(path);
    },
    variable: (name) => process.env[name],
    setting: (name) => settings[name],
    isReached,
    files: () => [...seen.keys()].filter((name) => !/^(?:state|variable|setting|day):/.test(name)),
    refresh: (names) => [...new Set([...new Set(names)].flatMap(refreshOne))],
    forget: (names) => {
      for (const name of names) {
        seen.delete(name);
        lists.delete(name.slice("list:".length));
        entries.delete(name.slice("entry:".length));
      }
    },
    known: (names) => Object.fromEntries(Array.from(names, (name) => [name, stateOf(name)])),
  };
}

/** Whether a day has begun, in UTC. */
function isReached(day: string): boolean {
  return today() >= day;
}

function readOnce<Value>(values: Map<string, Value>, path: string, read: () => Value): Value {
  if (!values.has(path)) values.set(path, read());
  return values.get(path) as Value;
}

/** Whether an input may differ in every revision. */
export function isVolatile(name: string): boolean {
  return name === "volatile:";
}

/** The inputs that a change at a path may affect. @param path relative to the root */
export function inputsAt(path: string): InputName[] {
  const folder = dirname(path);
  const parent = folder === "." ? "" : folder;
  return [`file:${path}`, `entry:${path}`, `list:${path}`, `modules:${path}`, `list:${parent}`, `modules:${parent}`];
}

function splitName(name: string): [kind: string, rest: string] {
  const at = name.indexOf(":");
  return [name.slice(0, at), name.slice(at + 1)];
}

/** Names of entries that are in one list only, or differ. */
function differingEntries(before: readonly Entry[], now: readonly Entry[]): string[] {
  const lists = [before, now].map((entries) => new Set(entries.map((entry) => JSON.stringify(entry))));
  const isInAll = (entry: Entry) => lists.every((list) => list.has(JSON.stringify(entry)));
  return [...before, ...now].flatMap((entry) => (isInAll(entry) ? [] : [entry.name]));
}

/** Fingerprint of a file; empty if the file changed too recently for it to be reliable. */
function settledFingerprint(info: Stats | undefined): string {
  if (info === undefined) return "absent";
  if (info.ctimeMs >= Date.now() - UNSETTLED_MS) return "";
  return fingerprintOf(info);
}
