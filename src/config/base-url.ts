/** What a base URL must be. Each of its signs stands for itself in addresses, rules of hosts and patterns of workers. */
const BASE_URL_RULES: readonly (readonly [RegExp, string])[] = [
  [/^\/(?:.*\/)?$/s, 'must begin and end with "/"'],
  [
    /^\/(?:(?!\.{1,2}\/)[\w.~+@-]+\/)*$/,
    'must be names between "/", of letters from a to z, digits, "-", ".", "_", "~", "+" and "@"',
  ],
];

/** Why a path cannot be a base URL; undefined if it can. */
export function baseUrlFault(value: string): string | undefined {
  return BASE_URL_RULES.find(([rule]) => !rule.test(value))?.[1];
}
