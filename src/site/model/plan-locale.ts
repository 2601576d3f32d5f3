import type { SiteLocale } from "../../config/locales.ts";
import type { SiteConfig } from "../../config/schema.ts";
import type { Content } from "../../content/content-types.ts";
import { itemLine } from "../../content/front-matter.ts";
import { translationsFolder } from "../../content/overlay.ts";
import type { OnConfigProblem } from "../../navigation/navigation-types.ts";
import type { Problem } from "../../shared/problem.ts";
import { collisionKey, routeKey } from "../../shared/route.ts";
import type { Language } from "../inputs/interface-texts.ts";

/** Returns the other locale whose pages contain an address of the default one. */
function localeAt(address: string, { locale, locales }: Language): SiteLocale | undefined {
  if (!locale.isDefault) return undefined;
  return locales.find(
    ({ name, isDefault }) => !isDefault && collisionKey(`${address}/`).startsWith(collisionKey(`/${name}/`)),
  );
}

/** Collisions of the default locale's pages and files with the folder of another locale. */
export function localeCollisions({ pages, statics }: Content, language: Language): Problem[] {
  const hint = "rename it, or set a slug";
  const places = [
    ...pages.flatMap(({ path, route, keyLines, frontMatter }) => [
      { path, line: keyLines.slug ?? 1, address: routeKey(route), hint },
      ...(frontMatter.aliases ?? []).map((address) => {
        const applies = "write it without the locale: an alias applies to every language";
        return { path, line: itemLine(keyLines, "aliases", address), address, hint: applies };
      }),
    ]),
    ...statics.map(({ path, file }) => ({ path, line: 1, address: `/${file}`, hint })),
  ];
  return places.flatMap(({ path, line, address, hint }): Problem[] => {
    const other = localeAt(address, language);
    if (other === undefined) return [];
    const message = `${address} is in the folder of the locale "${other.name}"`;
    return [{ path, line, column: 1, severity: "error", code: "collision", message, hint }];
  });
}

/** Reports each redirect of the default locale from an address among the pages of another locale. */
export function checkRedirects(redirects: SiteConfig["redirects"], language: Language, onFault: OnConfigProblem): void {
  redirects.forEach(({ from }, index) => {
    for (const value of [from].flat()) {
      const other = localeAt(routeKey(value), language);
      if (other === undefined) continue;
      const meant = routeKey(value).slice(other.name.length + 1) || "/";
      const message = `${value} is in the folder of the locale "${other.name}"; write ${meant}, which applies to every language`;
      onFault({ item: `redirects[${index}].from`, message, key: "from", value });
    }
  });
}

/**
 * Adds each file under both the path of its original and that of its translation, as a page of either may refer to a
 * file beside it. A translation takes precedence over its original.
 *
 * @param files values by path
 * @returns the given values, by both paths
 */
export function underBothPaths<T>(files: ReadonlyMap<string, T>, { name }: SiteLocale): ReadonlyMap<string, T> {
  const home = translationsFolder(name);
  const translated = [...files].filter(([path]) => path.startsWith(home));
  const originals = [...files].filter(([path]) => path.startsWith("content/") && !path.startsWith(home));
  const both = new Map(files);
  for (const [path, value] of originals) both.set(home + path.slice("content/".length), value);
  for (const [path, value] of translated) both.set(path, value).set(`content/${path.slice(home.length)}`, value);
  return both;
}
