import type { LinkKind } from "../shared/link-kinds.ts";

/** A problem with an item of the configuration: a dangling reference, or an item in the wrong position. */
export interface ConfigProblem {
  /** The item, such as `navbar.items[2]`. */
  readonly item: string;
  readonly message: string;
  /** Absent for problems that prevent the site from being built. */
  readonly kind?: Extract<LinkKind, "broken-reference" | "redirect-loop" | "redirect-chain">;
  /** The value that refers to the missing target, and its key. */
  readonly key: string;
  readonly value: string;
  readonly hint?: string;
  /** Common subject of several items, which are reported together. */
  readonly subject?: string;
}

/** Called for each problem as it is found. */
export type OnConfigProblem = (fault: ConfigProblem) => void;
