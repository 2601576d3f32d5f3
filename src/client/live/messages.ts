/**
 * What a page and the frame of a live sample say to each other by `postMessage`. A sample shares its
 * window with the frame's own script, so whatever the frame sends may come from the sample itself:
 * the page reads it with `readFromFrame` and believes only what it can check.
 */
import type { ColorMode } from "../../theme/color-mode.ts";

/** A sample as it stands in the editor. */
export interface Source {
  readonly code: string;
  readonly language: "jsx" | "tsx";
  /** The code calls `render` itself. */
  readonly noInline: boolean;
}

/** A fault of a sample. */
export interface Fault {
  /** `build`: there is no result to show; `later`: in a handler, an effect's aftermath or a promise. */
  readonly phase: "build" | "later";
  readonly message: string;
  /** In the sample's code, from 1. */
  readonly line?: number;
}

/** A file of the site, read by the page on behalf of the frame. */
export interface FileAnswer {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: ArrayBuffer;
}

export type LibraryState = "loading" | "ready" | "failed";

export type ToFrame =
  /** The first message: the page's address, to which addresses in the sample are relative. */
  | { readonly type: "start"; readonly page: string; readonly mode: ColorMode }
  | { readonly type: "mode"; readonly mode: ColorMode }
  | { readonly type: "run"; readonly run: number; readonly source: Source }
  | { readonly type: "ping" }
  | { readonly type: "load-library" }
  | { readonly type: "file"; readonly id: number; readonly answer: FileAnswer | { readonly failure: string } };

export type FromFrame =
  | { readonly type: "ready" }
  | { readonly type: "pong" }
  /** The run has come to its end, with or without a fault. */
  | { readonly type: "ran"; readonly run: number }
  | { readonly type: "fault"; readonly run: number; readonly fault: Fault }
  /** Of the result, in CSS pixels. */
  | { readonly type: "height"; readonly height: number }
  /** `address` is that of the script that could not be loaded. */
  | { readonly type: "library"; readonly state: LibraryState; readonly address?: string }
  | { readonly type: "fetch"; readonly id: number; readonly url: string };

/** Reads what a frame sent. @returns undefined for what is none of its messages */
export function readFromFrame(data: unknown): FromFrame | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const message = data as Readonly<Record<string, unknown>>;
  const { type, run, id, url, height, fault, state, address } = message;
  if (type === "ready" || type === "pong") return { type };
  if (type === "ran" && isCount(run)) return { type, run };
  if (type === "height" && isCount(height)) return { type, height };
  if (type === "fetch" && isCount(id) && typeof url === "string") return { type, id, url };
  if (type === "fault" && isCount(run)) {
    const read = readFault(fault);
    return read === undefined ? undefined : { type, run, fault: read };
  }
  if (type === "library" && (state === "loading" || state === "ready" || state === "failed")) {
    return { type, state, ...(typeof address === "string" ? { address } : {}) };
  }
  return undefined;
}

function readFault(value: unknown): Fault | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { phase, message, line } = value as Readonly<Record<string, unknown>>;
  if ((phase !== "build" && phase !== "later") || typeof message !== "string") return undefined;
  return { phase, message, ...(isCount(line) ? { line } : {}) };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
