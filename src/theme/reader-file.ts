/**
 * The file that a reader gives to the samples of the site. It stays in the tab: in memory, and for the next page in the
 * browser's database, encrypted with a key that only the tab's session storage has, so that what a closed tab leaves
 * can't be read. No request carries it.
 */
import { READER_FILE_KEY } from "../shared/constants.ts";
import { readStoredJson, writeStored } from "./storage.ts";

/** Maximum size of a kept file, in megabytes. */
export const MAX_MEGABYTES = 64;
/** Delimited text: a cell takes 2 bytes or more, about 10 in a workbook. */
const TABLE_NAME = /\.(?:csv|prn|tab|tsv|txt)$/i;
/** Maximum sizes of a file that a page reads, in megabytes: it blocks the page, in Firefox for 10 seconds or so. */
const MAX_TABLE = 3;
const MAX_OTHER = 10;
/** Why a file isn't kept. */
export type Refusal = "empty" | "large" | "unreadable";

/** The reader's file, shared by all pages of a tab. */
export interface ReaderFile {
  /** Its name; undefined if there is none. */
  readonly name: () => string | undefined;
  readonly read: () => Promise<File | undefined>;
  /** Replaces the file. @returns why it doesn't; undefined if it does */
  readonly keep: (file: File) => Promise<Refusal | undefined>;
  readonly forget: () => void;
  /** Maximum size in megabytes, if a file is so large that reading it would block the page for long. */
  readonly exceededLimit: (file: File) => number | undefined;
  /** Calls back whenever another file is kept, or none. */
  readonly onChange: (tell: () => void, signal: AbortSignal) => void;
}

/** What session storage holds about a file in the database. */
interface Note {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly key: JsonWebKey;
}

/** A file in the database. */
interface EncryptedFile {
  /** Begins with the time of its storage, in milliseconds. */
  readonly id: string;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

const DATABASE = "docgen-reader-file";
const FILES = "files";
const ALGORITHM = "AES-GCM";
/** Age at which the database loses a file: nothing tells when its tab was closed. In milliseconds. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

const changes = new EventTarget();
let memory: { readonly id: string; readonly file: File; readonly isStored: boolean } | undefined;

export const readerFile: ReaderFile = {
  name: () => fileInMemory()?.name ?? readNote()?.name,
  read,
  keep,
  forget: () => {
    const id = memory?.id ?? readNote()?.id;
    memory = undefined;
    writeStored("sessionStorage", READER_FILE_KEY, undefined);
    void removeFiles(id);
    changes.dispatchEvent(new Event("change"));
  },
  exceededLimit: ({ name, size }) => {
    const limit = TABLE_NAME.test(name) ? MAX_TABLE : MAX_OTHER;
    return size > limit * 1_000_000 ? limit : undefined;
  },
  onChange: (tell, signal) => changes.addEventListener("change", tell, { signal }),
};

void removeFiles();

/** The file in memory, unless a later page of the tab has replaced it before the reader came back. */
function fileInMemory(): File | undefined {
  if (memory?.isStored === true && memory.id !== readNote()?.id) memory = undefined;
  return memory?.file;
}

async function read(): Promise<File | undefined> {
  const inMemory = fileInMemory();
  const note = readNote();
  if (inMemory !== undefined || note === undefined) return inMemory;
  try {
    const { iv, bytes } = await inDatabase<EncryptedFile>("readonly", (files) => files.get(note.id));
    const key = await crypto.subtle.importKey("jwk", note.key, ALGORITHM, false, ["decrypt"]);
    const file = new File([await crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, bytes)], note.name, note);
    if (readNote()?.id === note.id) memory = { id: note.id, file, isStored: true };
    return fileInMemory();
  } catch {
    // Too old, or cleared by the browser.
    if (readNote()?.id === note.id) readerFile.forget();
    return undefined;
  }
}

async function keep(file: File): Promise<Refusal | undefined> {
  if (file.size === 0) return "empty";
  if (file.size > MAX_MEGABYTES * 1_000_000) return "large";
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    // A folder, or a file that has changed since.
    return "unreadable";
  }
  const id = [Date.now(), ...crypto.getRandomValues(new Uint32Array(2))].join("-");
  // A copy of the bytes: the file on the disk may change.
  const copy = new File([bytes], file.name, { type: file.type });
  const replacedId = readNote()?.id;
  writeStored("sessionStorage", READER_FILE_KEY, undefined);
  memory = { id, file: copy, isStored: false };
  if (replacedId !== undefined) void removeFiles(replacedId);
  const note = await store(id, copy, bytes);
  if (memory?.id !== id) {
    void removeFiles(id);
    return undefined;
  }
  const isStored = note !== undefined && writeStored("sessionStorage", READER_FILE_KEY, JSON.stringify(note));
  memory = { id, file: copy, isStored };
  changes.dispatchEvent(new Event("change"));
  return undefined;
}

/** Stores a file. @returns undefined if the browser can't: the file then ends with the page */
async function store(id: string, { name, type }: File, bytes: ArrayBuffer): Promise<Note | undefined> {
  try {
    const key = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, true, ["encrypt", "decrypt"]);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const encrypted = await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, bytes);
    const file: EncryptedFile = { id, iv, bytes: encrypted };
    await inDatabase("readwrite", (files) => files.put(file));
    return { id, name, type, key: await crypto.subtle.exportKey("jwk", key) };
  } catch {
    // No secure context, no storage, or no room.
    return undefined;
  }
}

function readNote(): Note | undefined {
  return readStoredJson("sessionStorage", READER_FILE_KEY) as Note | undefined;
}

/** Removes a file from the database, and all that are too old. */
async function removeFiles(id?: string): Promise<void> {
  try {
    for (const stored of await inDatabase("readonly", (files) => files.getAllKeys())) {
      const isOld = Date.now() - Number.parseInt(String(stored), 10) > MAX_AGE_MS;
      if (stored === id || isOld) await inDatabase("readwrite", (files) => files.delete(stored));
    }
  } catch {
    // No storage, so nothing is in it.
  }
}

async function inDatabase<T>(mode: IDBTransactionMode, act: (files: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE);
  opening.onupgradeneeded = () => opening.result.createObjectStore(FILES, { keyPath: "id" });
  const database = await resultOf(opening);
  try {
    return await resultOf(act(database.transaction(FILES, mode).objectStore(FILES)));
  } finally {
    database.close();
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
