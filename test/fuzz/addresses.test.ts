import fc from "fast-check";
import { expect, test } from "vitest";
import { makeRoute } from "../../src/content/routes.ts";
import { normaliseRoute } from "../../src/links/resolve.ts";
import { resolveRedirects, takenAddresses } from "../../src/navigation/redirects.ts";
import { isScriptAddress } from "../../src/shared/address-kind.ts";
import { isAllowedHost, requestPath } from "../../src/shared/http.ts";
import { decodePath, encodeRoute, outputFile, routeKey } from "../../src/shared/route.ts";
import { check, hostileText, hostileWord, PATIENCE } from "./check.ts";

const path = fc
  .array(fc.oneof(hostileText, fc.constantFrom("docs", "a", "index.html", ".", "..")), { maxLength: 6 })
  .map((parts) => `/${parts.join("/")}`);
const slashes = fc.constantFrom(true, false, undefined);

test("any request: its path is refused, or names one thing below the root", PATIENCE, async () => {
  const target = fc.oneof(
    path,
    path.map((text) => encodeURI(text.toWellFormed())),
    path.map((text) => text.replace(/[./\\]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)),
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.webUrl(),
  );
  await check(
    fc.property(target, (text) => {
      const found = requestPath(text);
      if (found === undefined) return;
      expect(found.startsWith("/") && !found.startsWith("//")).toBe(true);
      expect(found.split("/").some((part) => part === "." || part === "..")).toBe(false);
      expect(/[\\\p{Cc}]/u.test(found.replace(/[\u0080-\u009f]/g, ""))).toBe(false);
    }),
  );
});

test("any host header: only names of this machine and IP addresses are its own", PATIENCE, async () => {
  const host = fc.oneof(
    fc.domain(),
    fc.ipV4(),
    fc.ipV6().map((ip) => `[${ip}]`),
    hostileText,
    fc.constantFrom("localhost", "a.localhost", "localhost.evil.com"),
  );
  await check(
    fc.property(host, fc.constantFrom("", ":80", ":x", "@evil.com", ".evil.com"), (name, end) => {
      if (!isAllowedHost(name + end)) return;
      expect(name + end).toMatch(/^(?:(?:.*\.)?localhost|[\d.]+|\[?[\da-f:.]+(?:%\w+)?\]?)(?::\d+)?$/is);
    }),
  );
});

test("any slug and folder: the route stays below the root, and its file inside the output", PATIENCE, async () => {
  await check(
    fc.property(path, path, hostileText, slashes, (folder, slug, name, trailingSlash) => {
      for (const given of [slug, slug.slice(1), undefined]) {
        const route = makeRoute({
          base: "docs",
          folder: folder.slice(1),
          name,
          isIndex: false,
          slug: given,
          trailingSlash,
        });
        expect(route.startsWith("/")).toBe(true);
        expect(route.split("/").some((part) => part === "." || part === "..")).toBe(false);
        expect(outputFile(route, trailingSlash).split("/").includes("..")).toBe(false);
        expect(routeKey(normaliseRoute(route))).toBe(normaliseRoute(route));
      }
    }),
  );
});

test("any route: encoded and decoded it is the same", PATIENCE, async () => {
  await check(
    fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
      const route = `/${text}`;
      if (!route.isWellFormed()) return;
      expect(decodePath(encodeRoute(route))).toBe(route);
      expect(encodeRoute(route)).toMatch(/^[\w\-.~/!*'()%@:$,+=&;]*$/);
    }),
  );
});

test("any redirects: told as faults, or leading from below the root to a page", PATIENCE, async () => {
  const routes = new Map([
    ["/docs", "/docs/"],
    ["/docs/a", "/docs/a"],
  ]);
  const address = fc.oneof(
    path,
    fc.constantFrom("/docs/a", "/docs/", "/x", "/y", "/docs/a#b", "https://evil.com"),
    hostileWord,
  );
  const entry = fc.record({ from: fc.oneof(address, fc.array(address, { maxLength: 3 })), to: address });
  await check(
    fc.property(fc.array(entry, { maxLength: 6 }), (entries) => {
      const faults: unknown[] = [];
      const resolved = resolveRedirects(entries, routes, takenAddresses(routes, ["/file.txt"]), [], (fault) => {
        faults.push(fault);
      });
      for (const { to } of resolved) expect([...routes.values()]).toContain(to);
      if (faults.length > 0) return;
      for (const { from } of resolved) {
        expect(from.startsWith("/")).toBe(true);
        expect(
          from
            .slice(1)
            .split("/")
            .some((part) => part === "" || part === "." || part === ".."),
        ).toBe(false);
      }
    }),
  );
});

test("any address: one that a browser would run is told from others", PATIENCE, async () => {
  const noise = fc.constantFrom("", " ", "\t", "\n", "\r", "\0", "\x01", "\u00a0");
  await check(
    fc.property(
      noise,
      noise,
      fc.constantFrom("javascript", "JavaScript", "data", "vbscript"),
      (before, inside, scheme) => {
        expect(isScriptAddress(`${before}${scheme.slice(0, 2)}${inside}${scheme.slice(2)}:x`)).toBe(true);
        expect(isScriptAddress(`/${scheme}:x`)).toBe(false);
      },
    ),
  );
});
