import type { LinkKind } from "../shared/link-kinds.ts";

/** An item of the configuration that refers to what isn't there, or stands where it can't. */
export interface ConfigFault {
  /** The item, such as `navbar.items[2]`. */
  readonly item: string;
  readonly message: string;
  /** Absent for what no site can be laid out with. */
  readonly kind?: Extract<LinkKind, "broken-reference" | "redirect-loop" | "redirect-chain">;
  /** The value that the item refers with, and the key it stands under. */
  readonly key: string;
  readonly value: string;
  readonly hint?: string;
  /** What several items have to do with alike: they are told of together. */
  readonly subject?: string;
}

/** Told of each fault as it is found. */
export type OnConfigFault = (fault: ConfigFault) => void;
