/** Maximum length of a query, in characters; longer ones were pasted. */
const MAX_LENGTH = 100;

const PRIVATE = [
  // An address of mail.
  /[^\s@]@[^\s@]+\.[^\s@]/u,
  // A number of at least eight digits, also in groups: of a phone, a card, an account.
  /\p{Nd}(?:[\s().,/-]{0,2}\p{Nd}){7}/u,
  // A key: letters and digits, or nothing but hexadecimal digits.
  /(?=[\w+/=~-]*\d)(?=[\w+/=~-]*[a-z])[\w+/=~-]{20,}/i,
  /[\da-f]{16,}/i,
  // A JSON Web Token.
  /\beyJ[\w-]{5,}\./,
];

/** Whether a query may hold something that nobody else should see. */
export function isPrivate(query: string): boolean {
  return query.length > MAX_LENGTH || PRIVATE.some((pattern) => pattern.test(query));
}
