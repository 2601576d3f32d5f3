import { hash } from "node:crypto";

/** `ac`: by any key of 64 hex digits; `cas`: by the SHA-256 of the content. The keys of Bazel's HTTP cache. */
export type RemoteKind = "ac" | "cas";

/** A store that other machines use, too. No method throws: what can't be had is absent. */
export interface Remote {
  /** @returns undefined for what is absent, or not what its key says */
  readonly get: (kind: RemoteKind, key: string) => Promise<Buffer | undefined>;
  /** @returns whether the store has taken it */
  readonly put: (kind: RemoteKind, key: string, data: Buffer) => Promise<boolean>;
  readonly canWrite: () => boolean;
  /** Waits for writes under way, within limits. @returns what has kept the store from being used */
  readonly close: () => Promise<readonly string[]>;
}

/** Bytes of the largest entry that is read or written. */
export const MAX_ENTRY = 1 << 28;

/** Whether what a store gave is what its key says: the key of an `ac` entry says nothing. */
export function isIntact(kind: RemoteKind, key: string, data: Buffer): boolean {
  return kind === "ac" || hash("sha256", data) === key;
}

/** Tag of `stdout_raw`, a field of bytes, in an `ActionResult` of Bazel's remote execution API. */
const STDOUT_RAW = 0x2a;

/** Wraps data as an `ActionResult`: some stores take nothing else as an `ac` entry. */
export function wrapAction(data: Uint8Array): Buffer {
  const head = [STDOUT_RAW];
  let rest = data.length;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) head.push((rest % 0x80) + 0x80);
  return Buffer.concat([Buffer.from([...head, rest]), data]);
}

/** Reads what `wrapAction` has made; stores may have added fields of their own. @returns undefined if it is malformed */
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
