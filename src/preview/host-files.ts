// The two files that configure a host, in the common syntax of Netlify and Cloudflare:
// _redirects   /old/*  /new/:splat  301
// _headers     /assets/*
//                Cache-Control: public
import { validateHeaderValue } from "node:http";
import type { Problem } from "../shared/problem.ts";
import { decodePath, routeKey } from "../shared/route.ts";

/** A line of `_redirects`. */
export interface RedirectRule {
  readonly pattern: RegExp;
  readonly to: string;
  readonly status: number;
  /** Written `301!`: applies even if the file exists. */
  readonly isForced: boolean;
}

/** A rule of `_headers`: headers for matching paths. */
export interface HeaderRule {
  readonly pattern: RegExp;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

const STATUSES = [200, 301, 302, 303, 307, 308, 404];

/** Parses `_redirects`; invalid lines are skipped, as hosts do. */
export function parseRedirects(text: string): RedirectRule[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [from = "", to = "", code = "301"] = line.trim().split(/\s+/);
    const status = Number(code.replace(/!$/, ""));
    if (!from.startsWith("/") || to === "" || !STATUSES.includes(status)) return [];
    return { pattern: patternOf(routeKey(from)), to, status, isForced: code.endsWith("!") };
  });
}

/** Parses `_headers`. @param onProblem called for each invalid header, which is left out */
export function parseHeaders(text: string, onProblem: (problem: Problem) => void): HeaderRule[] {
  const rules: { pattern: RegExp; headers: [string, string][] }[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "" || line.trim().startsWith("#")) continue;
    const [, name, value = ""] = /^\s+([A-Za-z0-9-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    const fault = name === undefined ? undefined : headerFault(name, value);
    if (fault !== undefined) {
      const place = { path: "_headers", line: index + 1, column: line.search(/\S/) + 1 };
      onProblem({ ...place, severity: "warning", code: "host-header", message: `${name} ${fault}; it is left out` });
    } else if (name !== undefined) rules.at(-1)?.headers.push([name, value]);
    else if (line.startsWith("/")) rules.push({ pattern: patternOf(line.trim()), headers: [] });
  }
  return rules;
}

/** Why a header can't be sent; undefined if it can. */
function headerFault(name: string, value: string): string | undefined {
  if (FRAMING.test(name)) return "is set by the host itself";
  try {
    validateHeaderValue(name, value);
    return undefined;
  } catch {
    return "contains a character that is not allowed in a header";
  }
}

/** Headers that describe the transfer of the body. */
const FRAMING =
  /^(?:connection|content-(?:encoding|length|range)|date|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/** The first rule for a path, with its target filled in; a final slash is ignored. */
export function findRedirect(rules: readonly RedirectRule[], path: string): RedirectRule | undefined {
  for (const rule of rules) {
    const match = rule.pattern.exec(path) ?? rule.pattern.exec(routeKey(path));
    if (match === null) continue;
    const values = match.groups ?? {};
    const to = rule.to.replace(/:([A-Za-z]\w*)/g, (whole, name: string) => {
      return Object.hasOwn(values, name) ? encodeURI(values[name] ?? "") : whole;
    });
    // Values must not turn a path into a protocol-relative URL.
    return { ...rule, to: rule.to.startsWith("//") ? to : to.replace(/^\/{2,}/, "/") };
  }
  return undefined;
}

/** All headers for a path; the last rule wins. */
export function headersFor(rules: readonly HeaderRule[], path: string): Record<string, string> {
  const matching = rules.filter(({ pattern }) => pattern.test(path));
  const byKey = new Map(matching.flatMap((rule) => rule.headers.map((header) => [header[0].toLowerCase(), header])));
  return Object.fromEntries(byKey.values());
}

/**
 * Converts a rule's path to a pattern: `*` matches anything, `:name` one segment. A path that can't be decoded matches
 * no request.
 */
function patternOf(rule: string): RegExp {
  const named = new Set<string>();
  const source = (decodePath(rule) ?? rule).replace(/\*|:([A-Za-z]\w*)|[.+?^${}()|[\]\\]/g, (part, name?: string) => {
    if (part !== "*" && name === undefined) return `\\${part}`;
    const [key, what] = name === undefined ? ["splat", ".*"] : [name, "[^/]+"];
    // A group name must be unique in an expression.
    if (named.has(key)) return what;
    named.add(key);
    return `(?<${key}>${what})`;
  });
  return new RegExp(`^${source}$`);
}
