// The two files that configure a host, in the common syntax of Netlify and Cloudflare:
// _redirects   /old/*  /new/:splat  301
// _headers     /assets/*
//                Cache-Control: public
import { validateHeaderValue } from "node:http";
import { attempt } from "../shared/attempt.ts";
import type { Problem } from "../shared/problem.ts";
import { decodePath, encodeRoute, routeKey } from "../shared/route.ts";

/** What `_redirects` says to a path. */
export interface PathRedirect {
  readonly to: string;
  readonly status: number;
  /** Written `301!`: applies even if the file exists. */
  readonly isForced: boolean;
}

const STATUSES = [200, 301, 302, 303, 307, 308, 404];

/** Reads `_redirects`; invalid lines are skipped, as hosts do. @returns finds the redirect of a path */
export function readRedirects(text: string): (path: string) => PathRedirect | undefined {
  const rules = text.split(/\r?\n/).flatMap((line) => {
    const [from = "", to = "", code = "301"] = line.trim().split(/\s+/);
    const status = Number(code.replace(/!$/, ""));
    if (!from.startsWith("/") || to === "" || !STATUSES.includes(status)) return [];
    return { match: matcherOf(routeKey(from)), to, status, isForced: code.endsWith("!") };
  });
  return (path) => {
    for (const { match, ...rule } of rules) {
      // A final slash is ignored.
      const values = match(path) ?? match(routeKey(path));
      if (values === undefined) continue;
      const to = rule.to.replace(/:([A-Za-z]\w*)/g, (whole, name) => {
        const value = values.get(name);
        return value === undefined ? whole : encodeRoute(value);
      });
      // Values must not turn a path into a protocol-relative URL.
      return { ...rule, to: rule.to.startsWith("//") ? to : to.replace(/^\/{2,}/, "/") };
    }
    return undefined;
  };
}

/**
 * Reads `_headers`.
 *
 * @param onProblem called for each invalid header, which is left out
 * @returns finds the headers of a path, their names in lower case; the last rule wins
 */
export function readHeaders(text: string, onProblem: (problem: Problem) => void) {
  const rules: { readonly match: Matcher; readonly headers: Record<string, string> }[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.startsWith("/")) rules.push({ match: matcherOf(line.trim()), headers: {} });
    const [, name, value = ""] = /^\s+([A-Za-z0-9-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined) continue;
    const fault = headerFault(name, value);
    const position = { path: "_headers", line: index + 1, column: line.search(/\S/) + 1 };
    const message = `${name} ${fault}; docgen ignores it`;
    if (fault === undefined) Object.assign(rules.at(-1)?.headers ?? {}, { [name.toLowerCase()]: value });
    else onProblem({ ...position, severity: "warning", code: "host-header", message });
  }
  return (path: string): Readonly<Record<string, string>> =>
    Object.assign({}, ...rules.map(({ match, headers }) => match(path) && headers));
}

/** Headers that describe the transfer of the body. */
const FRAMING =
  /^(?:connection|content-(?:encoding|length|range)|date|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/** Why a header can't be sent; undefined if it can. */
function headerFault(name: string, value: string): string | undefined {
  if (FRAMING.test(name)) return "is set by the host itself";
  const isValid = attempt(() => validateHeaderValue(name, value) ?? true);
  return isValid ? undefined : "contains a character that is not allowed in a header";
}

/** The values of a rule's `:name` and `*`, which is named `splat`, in a path; undefined if the path doesn't match. */
type Matcher = (path: string) => ReadonlyMap<string, string> | undefined;

/** Compiles a rule's path: `*` matches anything, `:name` one segment. One that can't be decoded matches no request. */
function matcherOf(rule: string): Matcher {
  const names: string[] = [];
  const source = (decodePath(rule) ?? rule).replace(/\*|:([A-Za-z]\w*)|[.+?^${}()|[\]\\]/g, (part, name = "splat") => {
    if (part !== "*" && !part.startsWith(":")) return `\\${part}`;
    names.push(name);
    return part === "*" ? "(.*)" : "([^/]+)";
  });
  const pattern = new RegExp(`^${source}$`);
  return (path) => {
    const values = pattern.exec(path)?.slice(1);
    return values && new Map(values.map((value, index) => [names[index] ?? "", value]));
  };
}
