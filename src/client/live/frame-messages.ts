/**
 * Messages between a page and a live sample's frame, sent by `postMessage`. A sample shares its window with the frame's
 * script, so any message may come from the sample itself: the page parses messages with `readFromFrame` and trusts
 * only what it can check.
 */
import type { ColorMode } from "../../theme/color-mode.ts";

/** A sample's code in the editor. */
export interface SampleSource {
  readonly code: string;
  readonly language: "jsx" | "tsx";
  /** Whether the code calls `render` itself. */
  readonly noInline: boolean;
}

/** An error of a sample. */
export interface Fault {
  /** `build`: there is no result; `later`: thrown in a handler, after an effect or in a promise. */
  readonly phase: "build" | "later";
  readonly message: string;
  /** Line in the sample, from 1. */
  readonly line?: number | undefined;
}

/** A file of the site, fetched by the page for the frame. */
export interface FileAnswer {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: ArrayBuffer;
}

/** What the page answers to a request of the frame. */
export type FetchAnswer = FileAnswer | { readonly failure: string };

export type LibraryState = "loading" | "ready" | "failed";

export type ToFrame =
  /** The first message, with the page's address, against which addresses in the sample are resolved. */
  | { readonly type: "start"; readonly page: string; readonly mode: ColorMode }
  | { readonly type: "mode"; readonly mode: ColorMode }
  | { readonly type: "run"; readonly run: number; readonly source: SampleSource }
  /** The reader's file, for the file pickers in the result of a run. */
  | { readonly type: "input"; readonly run: number; readonly file: File }
  | { readonly type: "ping" }
  | { readonly type: "load-library" }
  | { readonly type: "file"; readonly id: number; readonly answer: FetchAnswer };

export type FromFrame =
  | { readonly type: "ready" }
  | { readonly type: "pong" }
  /** The run has ended, with or without an error. */
  | { readonly type: "ran"; readonly run: number }
  | { readonly type: "fault"; readonly run: number; readonly fault: Fault }
  /** A run has rendered its first result; a run without one is a fault. */
  | { readonly type: "shown"; readonly run: number }
  /** Height of the result in CSS pixels. */
  | { readonly type: "height"; readonly height: number }
  /** `address` of the script that failed to load. */
  | { readonly type: "library"; readonly state: LibraryState; readonly address: string | undefined }
  | { readonly type: "fetch"; readonly id: number; readonly url: string };

/** Parses a message. @returns undefined for an invalid one */
export function readFromFrame(data: unknown): FromFrame | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const message = data as Readonly<Record<string, unknown>>;
  const { type, run, id, url, height, fault, state, address } = message;
  if (type === "ready" || type === "pong") return { type };
  if ((type === "ran" || type === "shown") && isCount(run)) return { type, run };
  if (type === "height" && isCount(height)) return { type, height };
  if (type === "fetch" && isCount(id) && typeof url === "string") return { type, id, url };
  if (type === "fault" && isCount(run)) {
    const read = readFault(fault);
    return read === undefined ? undefined : { type, run, fault: read };
  }
  if (type === "library" && (state === "loading" || state === "ready" || state === "failed")) {
    return { type, state, address: typeof address === "string" ? address : undefined };
  }
  return undefined;
}

function readFault(value: unknown): Fault | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { phase, message, line } = value as Readonly<Record<string, unknown>>;
  if ((phase !== "build" && phase !== "later") || typeof message !== "string") return undefined;
  return { phase, message, line: isCount(line) ? line : undefined };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
