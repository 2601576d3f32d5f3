/** Matches escapes in literals. */
const ESCAPE = /\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,5})\}|(n)|(.))/gi;

/** Text of string literals in JavaScript code, without their escapes. */
export function unescapeCode(code: string): string {
  return code.replace(ESCAPE, (_, ...groups: (string | undefined)[]) => {
    const [byte, unit, point, line, other = ""] = groups;
    const hex = byte ?? unit ?? point;
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return line === undefined ? other : "\n";
  });
}
