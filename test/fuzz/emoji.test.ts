import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { full } from "markdown-it-emoji";
import names from "markdown-it-emoji/lib/data/full.mjs";
import { expect, test } from "vitest";
import { emojiCodes } from "../../src/markdown/plugins/github-markdown.ts";
import { check, hostileText } from "./check.ts";

test("codes of emoji are what the package's own rule makes of them", async () => {
  const own = new MarkdownIt({ html: true }).use(emojiCodes);
  const theirs = new MarkdownIt({ html: true }).use(full, { shortcuts: {} });
  const piece = fc.oneof(
    fc.constantFrom(...Object.keys(names)).map((name) => `:${name}:`),
    fc.constantFrom(...Object.keys(names)),
    fc.constantFrom(":", "::", " ", "<a:smile:b>", "<https://a/:smile:>", "`:smile:`", "[:smile:](b)", "*", "10:30:00"),
    fc.constantFrom(":constructor:", ":__proto__:", "&#58;smile:", "\\:smile:", "\n", "|"),
    hostileText,
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
  await check(
    fc.property(text, (markdown) => {
      expect(own.render(markdown)).toBe(theirs.render(markdown));
    }),
  );
});
