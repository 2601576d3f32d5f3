import * as v from "valibot";
import { LINK_KINDS } from "../shared/link-kinds.ts";
import { amount, countFromOne } from "./values-schema.ts";

const level = v.picklist(["error", "warn", "ignore"]);

/** What `docgen check-links` says, and of what it is silent. */
export const links = v.strictObject({
  /** By kind. What isn't named has its default; broken links also fail a build. */
  levels: v.optional(v.record(v.picklist(LINK_KINDS), level), {}),
  /** Links of which nothing is said: the text as written, a glob (`https://example.com/**`) or a regular expression. */
  ignore: v.optional(v.array(v.union([v.string(), v.instance(RegExp)])), []),
  /** How `--external` asks other sites. */
  external: v.optional(
    v.strictObject({
      /** Hosts inside a private network that may be asked: `localhost:8080`, `wiki.internal`. */
      allowPrivate: v.optional(v.array(v.string()), []),
      /** Milliseconds without an answer. */
      timeout: v.optional(countFromOne, 10_000),
      /** Milliseconds between the beginnings of two requests to one host. */
      interval: v.optional(amount, 100),
      /** Milliseconds before the second try; twice as many before the third. */
      backoff: v.optional(amount, 1000),
    }),
    {},
  ),
});
