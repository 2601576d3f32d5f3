// The two files by which a site tells its host what to do, in Netlify's and Cloudflare's common syntax:
// _redirects   /old/*  /new/:splat  301
// _headers     /assets/*
//                Cache-Control: public
import { validateHeaderValue } from "node:http";
import type { Problem } from "../shared/problem.ts";
import { decodePath, routeKey } from "../shared/route.ts";

/** One line of `_redirects`. */
export interface RedirectRule {
  readonly pattern: RegExp;
  readonly to: string;
  readonly status: number;
  /** Written `301!`: holds even where there is a file. */
  readonly isForced: boolean;
}

/** What one rule of `_headers` adds to the answers that it is for. */
export interface HeaderRule {
  readonly pattern: RegExp;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

const STATUSES = [200, 301, 302, 303, 307, 308, 404];

/** Reads `_redirects`; a line that is none is passed over, as hosts do. */
export function parseRedirects(text: string): RedirectRule[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [from = "", to = "", code = "301"] = line.trim().split(/\s+/);
    const status = Number(code.replace(/!$/, ""));
    if (!from.startsWith("/") || to === "" || !STATUSES.includes(status)) return [];
    return { pattern: patternOf(routeKey(from)), to, status, isForced: code.endsWith("!") };
  });
}

/** Reads `_headers`. @param onProblem told of each header that can't be sent; it is left out */
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

/** What makes a header one that can't be sent. */
function headerFault(name: string, value: string): string | undefined {
  if (FRAMING.test(name)) return "is the host's own to send";
  try {
    validateHeaderValue(name, value);
    return undefined;
  } catch {
    return "holds a character that no header may hold";
  }
}

/** They say how the body is sent. */
const FRAMING =
  /^(?:connection|content-(?:encoding|length|range)|date|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/** The first rule for a path, and where it leads; the final slash makes no difference. */
export function findRedirect(rules: readonly RedirectRule[], path: string): RedirectRule | undefined {
  for (const rule of rules) {
    const match = rule.pattern.exec(path) ?? rule.pattern.exec(routeKey(path));
    if (match === null) continue;
    const values = match.groups ?? {};
    const to = rule.to.replace(/:([A-Za-z]\w*)/g, (whole, name: string) => {
      return Object.hasOwn(values, name) ? encodeURI(values[name] ?? "") : whole;
    });
    // What is put into a path of this site must not make another site's name of it.
    return { ...rule, to: rule.to.startsWith("//") ? to : to.replace(/^\/{2,}/, "/") };
  }
  return undefined;
}

/** All headers for a path; of one name the last rule's counts. */
export function headersFor(rules: readonly HeaderRule[], path: string): Record<string, string> {
  const matching = rules.filter(({ pattern }) => pattern.test(path));
  const byKey = new Map(matching.flatMap((rule) => rule.headers.map((header) => [header[0].toLowerCase(), header])));
  return Object.fromEntries(byKey.values());
}

/** `*` stands for anything, `:name` for one part of the path; what can't be decoded is an address that no request has. */
function patternOf(rule: string): RegExp {
  const named = new Set<string>();
  const source = (decodePath(rule) ?? rule).replace(/\*|:([A-Za-z]\w*)|[.+?^${}()|[\]\\]/g, (part, name?: string) => {
    if (part !== "*" && name === undefined) return `\\${part}`;
    const [key, what] = name === undefined ? ["splat", ".*"] : [name, "[^/]+"];
    // Of a rule with two stars, or a name twice, the second would be a fault of the expression.
    if (named.has(key)) return what;
    named.add(key);
    return `(?<${key}>${what})`;
  });
  return new RegExp(`^${source}$`);
}
