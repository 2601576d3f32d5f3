import * as v from "valibot";
import { LINK_KINDS } from "../shared/link-kinds.ts";
import { amount, countFromOne } from "./values-schema.ts";

const level = v.picklist(["error", "warn", "ignore"]);

/** What `docgen check-links` reports. */
export const links = v.strictObject({
  /** Level of each kind of finding; others keep their default. Broken links also fail a build. */
  levels: v.optional(v.record(v.picklist(LINK_KINDS), level), {}),
  /** Links that are not reported: the link as written, a glob (`https://example.com/**`) or a regular expression. */
  ignore: v.optional(v.array(v.union([v.string(), v.instance(RegExp)])), []),
  /** How `--external` requests other sites. */
  external: v.optional(
    v.strictObject({
      /** Hosts in a private network that may be requested, e.g. `localhost:8080`. */
      allowPrivate: v.optional(v.array(v.string()), []),
      /** Timeout of a request, in milliseconds. */
      timeout: v.optional(countFromOne, 10_000),
      /** Minimum interval between requests to the same host, in milliseconds. */
      interval: v.optional(amount, 100),
      /** Delay before the first retry, in milliseconds; doubled before the second. */
      backoff: v.optional(amount, 1000),
    }),
    {},
  ),
});
