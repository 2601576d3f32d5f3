import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import * as v from "valibot";
import { attempt } from "../shared/attempt.ts";
import type { Problem } from "../shared/problem.ts";
import { MAX_ENTRY, unwrapAction, wrapAction } from "./remote.ts";

export const pack = promisify(gzip);
export const unpack = promisify(gunzip);

const CAS_KEY = /^[0-9a-f]{64}$/;

/** A result in the form that other machines can use: independent of paths on the machine that made it. */
export interface SharedResult {
  readonly digest: string;
  /** Alternates names of inputs, or of results (`task:` and the id), with their digests. */
  readonly trace: readonly string[];
  readonly problems: readonly Problem[];
  /** Value of a `graph` result. */
  readonly inline?: unknown;
  /** Whether the value of an `output` is text. */
  readonly isText: boolean;
}

/** A result in the index of its group. */
export interface IndexedResult extends SharedResult {
  /** The key of the pack with its value, and the range of bytes in the unpacked pack. */
  location?: { readonly pack: string; readonly start: number; readonly length: number };
}

/** The stored index of a group: a table of strings, and results that refer to it by position. */
interface StoredIndex {
  readonly texts: readonly string[];
  readonly results: readonly StoredResult[];
}

type StoredResult = readonly [
  id: number,
  digest: number,
  trace: readonly number[],
  problems: readonly Problem[],
  isText: boolean,
  place: readonly [pack: number, start: number, length: number] | null,
  inline?: unknown,
];

/** Serialises the index of a group. @param index by task and key, the newest first */
export async function writeIndex(index: ReadonlyMap<string, readonly IndexedResult[]>): Promise<Buffer> {
  const texts = new Map<string, number>();
  const textAt = (text: string): number => {
    const position = texts.get(text) ?? texts.size;
    texts.set(text, position);
    return position;
  };
  const results = [...index].flatMap(([id, all]) =>
    all.map(({ digest, trace, problems, isText, location, inline }): StoredResult => {
      const at = location === undefined ? null : ([textAt(location.pack), location.start, location.length] as const);
      return [textAt(id), textAt(digest), trace.map(textAt), problems, isText, at, inline];
    }),
  );
  return wrapAction(
    await pack(JSON.stringify({ texts: [...texts.keys()], results } satisfies StoredIndex), { level: 1 }),
  );
}

/** Parses the index of a group. @returns undefined if the entry is malformed */
export async function readIndex(entry: Buffer): Promise<Map<string, readonly IndexedResult[]> | undefined> {
  const packed = unwrapAction(entry);
  const data = packed && (await unpack(packed, { maxOutputLength: MAX_ENTRY }).catch(() => undefined));
  const stored: unknown = attempt(() => JSON.parse(data?.toString("utf8") ?? ""));
  if (!isIndex(stored)) return undefined;
  const { texts, results } = stored;
  const index = new Map<string, IndexedResult[]>();
  for (const [id, digest, trace, problems, isText, location, inline] of results) {
    const all = index.get(texts[id] ?? "") ?? [];
    index.set(texts[id] ?? "", all);
    const kept: IndexedResult = {
      digest: texts[digest] ?? "",
      trace: trace.map((at) => texts[at] ?? ""),
      problems,
      isText,
      ...(inline === undefined ? {} : { inline }),
    };
    if (location !== null) kept.location = { pack: texts[location[0]] ?? "", start: location[1], length: location[2] };
    all.push(kept);
  }
  return index;
}

const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0));
const PROBLEM = v.object({
  path: v.string(),
  line: v.number(),
  column: v.number(),
  severity: v.picklist(["error", "warning"]),
  code: v.string(),
  message: v.string(),
  hint: v.optional(v.string()),
});

function isIndex(value: unknown): value is StoredIndex {
  const { texts } = (value ?? {}) as Partial<StoredIndex>;
  /** The position of a text of some form. */
  const textLike = (form: RegExp) =>
    v.custom<number>((at) => typeof at === "number" && typeof texts?.[at] === "string" && form.test(texts[at]));
  const text = textLike(/^/);
  const trace = v.pipe(
    v.array(text),
    v.check(({ length }) => length % 2 === 0),
  );
  const place = v.looseTuple([textLike(CAS_KEY), COUNT, COUNT]);
  const result = v.looseTuple([text, text, trace, v.array(PROBLEM), v.boolean(), v.nullable(place)]);
  return v.is(v.object({ texts: v.array(v.unknown()), results: v.array(result) }), value);
}
