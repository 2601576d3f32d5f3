import { hash } from "node:crypto";

/** Kinds of keys in Bazel's HTTP cache, of 64 hex digits: an `ac` key is free, a `cas` key is the content's SHA-256. */
export type RemoteKind = "ac" | "cas";

/** A store shared with other machines. No method throws; an entry that can't be read counts as absent. */
export interface Remote {
  /** Reads an entry. @returns undefined if it is absent or doesn't match its key */
  readonly get: (kind: RemoteKind, key: string) => Promise<Buffer | undefined>;
  /** Writes an entry. @returns whether it was stored */
  readonly put: (kind: RemoteKind, key: string, data: Buffer) => Promise<boolean>;
  readonly canWrite: () => boolean;
  /** Waits for pending writes, up to a time limit. @returns reasons why the store was not used, for a message */
  readonly close: () => Promise<readonly string[]>;
}

/** Maximum size of an entry, in bytes. */
export const MAX_ENTRY = 1 << 28;

/** Whether an entry matches its key; always true for `ac`, whose keys say nothing about the content. */
export function isIntact(kind: RemoteKind, key: string, data: Buffer): boolean {
  return kind === "ac" || hash("sha256", data) === key;
}

/** Protobuf tag of `stdout_raw`, a field of type bytes, in `ActionResult` of Bazel's remote execution API. */
const STDOUT_RAW = 0x2a;

/** Encodes data as an `ActionResult`, because some stores reject any other content of an `ac` entry. */
export function wrapAction(data: Uint8Array): Buffer {
  const head = [STDOUT_RAW];
  let rest = data.length;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) head.push((rest % 0x80) + 0x80);
  return Buffer.concat([Buffer.from([...head, rest]), data]);
}

/** Decodes the data from an `ActionResult`; stores may have added fields. @returns undefined if it is malformed */
export function unwrapAction(message: Buffer): Buffer | undefined {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; at < message.length && scale < 2 ** 49; scale *= 0x80) {
      const byte = message[at++] ?? 0;
      value += (byte % 0x80) * scale;
      if (byte < 0x80) return value;
    }
    return Number.NaN;
  };
  while (at < message.length) {
    const tag = varint();
    const kind = tag % 8;
    const length = kind === 2 || kind === 0 ? varint() : kind === 1 ? 8 : 4;
    if (!Number.isInteger(length) || ![0, 1, 2, 5].includes(kind)) return undefined;
    if (kind === 0) continue;
    if (at + length > message.length) return undefined;
    if (tag === STDOUT_RAW) return message.subarray(at, at + length);
    at += length;
  }
  return undefined;
}
