/** Rules for a base URL. Only characters without a special meaning in URLs, host rules and URL patterns. */
const BASE_URL_RULES: readonly (readonly [RegExp, string])[] = [
  [/^\/(?:.*\/)?$/s, 'must begin and end with "/"'],
  [
    /^\/(?:(?!\.{1,2}\/)[\w.~+@-]+\/)*$/,
    'must be names between "/", of letters from a to z, digits, "-", ".", "_", "~", "+" and "@"',
  ],
];

/** The reason why a path can't be a base URL; undefined if it can. */
export function baseUrlFault(value: string): string | undefined {
  return BASE_URL_RULES.find(([rule]) => !rule.test(value))?.[1];
}
