// See https://example.com/a, www.example.com and docs@example.com.
import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { pageOf } from "../env.ts";
import { linkNesting } from "../inline.ts";

/** Matches the beginning of a URL or e-mail address as in GFM, but not in the middle of a word or path. */
const START = /(?<![\w@/:.-])(?:https?:\/\/|www\.)(?=[^\s<.])|(?<![\w.+@/-])[\w.+-]{1,64}@(?=[a-z\d])/gi;
const DOMAIN = /[a-z\d](?:[\w-]{0,62}\.)+[a-z](?:[\w-]{0,62}[a-z])?(?![\w@-])/iy;
const REST = /[^\s<]+/y;

/** Turns bare URLs and e-mail addresses into links, by the rules of GFM. Takes linear time, unlike linkify-it. */
export function bareAddresses(md: MarkdownIt): void {
  md.core.ruler.push("bare_addresses", (state) => {
    for (const block of state.tokens) {
      if (block.type === "inline" && block.children !== null && /:\/\/|www\.|@/i.test(block.content)) {
        block.children = linked(state, block);
      }
    }
  });
}

function linked(state: StateCore, block: Token): Token[] {
  const offsets = pageOf(state.env).offsets;
  let depth = 0;
  let from = 0;
  return (block.children ?? []).flatMap((token) => {
    depth += linkNesting(token);
    if (token.type !== "text" || depth > 0) return [token];
    const tokens: Token[] = [];
    let done = 0;
    const text = (content: string) => {
      if (content !== "") tokens.push(Object.assign(new state.Token("text", "", 0), { content, level: token.level }));
    };
    for (const { index, address, url } of addressesIn(token.content)) {
      text(token.content.slice(done, index));
      const open = new state.Token("link_open", "a", 1);
      open.attrSet("href", url);
      // Text tokens have no position, so the source is searched.
      from = Math.max(from, block.content.indexOf(address, from));
      offsets.set(open, from);
      from += address.length;
      tokens.push(open);
      text(address);
      tokens.push(new state.Token("link_close", "a", -1));
      done = index + address.length;
    }
    if (tokens.length === 0) return [token];
    text(token.content.slice(done));
    return tokens;
  });
}

interface BareAddress {
  readonly index: number;
  readonly address: string;
  readonly url: string;
}

function addressesIn(text: string): BareAddress[] {
  const addresses: BareAddress[] = [];
  let end = 0;
  for (const { 0: start, index } of text.matchAll(START)) {
    if (index < end) continue;
    const address = start.endsWith("@") ? mailAddress(text, index, start) : webAddress(text, index);
    if (address.length <= start.length) continue;
    const scheme = start.endsWith("@") ? "mailto:" : /^www/i.test(start) ? "http://" : "";
    addresses.push({ index, address, url: scheme + address });
    end = index + address.length;
  }
  return addresses;
}

function mailAddress(text: string, index: number, start: string): string {
  DOMAIN.lastIndex = index + start.length;
  return start + (DOMAIN.exec(text)?.[0] ?? "");
}

/** The URL without trailing punctuation that belongs to the sentence. */
function webAddress(text: string, index: number): string {
  REST.lastIndex = index;
  const whole = REST.exec(text)?.[0] ?? "";
  let closing = (whole.match(/\)/g)?.length ?? 0) - (whole.match(/\(/g)?.length ?? 0);
  let end = whole.length;
  for (;;) {
    const last = whole[end - 1] ?? "";
    if (last === ")" && closing-- <= 0) break;
    if (!/[?!.,:;*_~'")\]]/.test(last)) break;
    end -= 1;
  }
  return whole.slice(0, end);
}
