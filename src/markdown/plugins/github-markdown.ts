// See https://example.com/a, www.example.com and docs@example.com.
import type { MarkdownIt, StateCore, Token } from "markdown-it";
import names from "markdown-it-emoji/lib/data/full.mjs";
import { startTag, wordSet } from "../../shared/text.ts";
import { translate } from "../../shared/translate.ts";
import { pageOf } from "../env.ts";
import { linkNesting } from "../inline.ts";
import { ADMONITION_KINDS } from "./containers.ts";

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

// ~old~
const TILDE = "~";
/** Matches a bare address up to a tilde in it. */
const IN_ADDRESS = /(?:https?:\/\/|www\.)[^\s<]*$/;

/** Strikes through text between single tildes, as GFM does; markdown-it's own rule requires two. */
export function singleTildes(md: MarkdownIt): void {
  md.inline.ruler.before("strikethrough", "single_tilde", (state, silent) => {
    if (silent || state.src[state.pos] !== TILDE) return false;
    const { length, can_open, can_close } = state.scanDelims(state.pos, true);
    if (length !== 1) return false;
    const isInside = /[\w/]/.test(state.src[state.pos + 1] ?? "");
    if (isInside && IN_ADDRESS.test(state.src.slice(Math.max(0, state.pos - 200), state.pos))) return false;
    state.push("text", "", 0).content = TILDE;
    const marker = TILDE.charCodeAt(0);
    const token = state.tokens.length - 1;
    state.delimiters.push({ marker, length: 0, token, end: -1, open: can_open, close: can_close });
    state.pos += 1;
    return true;
  });
}

// - [ ] to do
// - [x] done
const TO_DO = { id: "theme.taskList.toDo", message: "to do" };
const DONE = { id: "theme.taskList.done", message: "done" };
const MARK = /^\[([ xX])\]\s+/;

/** Whether an inline token is a checkbox, and whether it is checked. */
export function taskOf({ meta }: Token): boolean | undefined {
  return (meta as { task?: boolean } | null)?.task;
}

/** Turns `[ ]` and `[x]` at the beginning of list items into disabled checkboxes. */
export function taskLists(md: MarkdownIt): void {
  md.core.ruler.after("inline", "task_lists", (state) => {
    state.tokens.forEach((token, index) => {
      const item = state.tokens[index - 2];
      const first = token.children?.[0];
      if (token.type !== "inline" || item?.type !== "list_item_open" || first?.type !== "text") return;
      const mark = MARK.exec(first.content);
      if (mark === null) return;
      first.content = first.content.slice(mark[0].length);
      item.attrJoin("class", "task");
      const box = new state.Token("html_inline", "", 0);
      const checked = mark[1] !== " ";
      const label = translate(pageOf(state.env).texts, checked ? DONE : TO_DO);
      box.content = `${startTag("input", { type: "checkbox", disabled: true, checked, "aria-label": label })} `;
      box.meta = { task: checked };
      token.children?.unshift(box);
    });
  });
}

// > [!NOTE]
// > Markdown inside
/** Kinds of alerts on GitHub, which become the admonitions of the same names. */
const KINDS = wordSet("NOTE TIP IMPORTANT WARNING CAUTION");

/** Turns block quotes that begin with a kind in brackets into admonitions. */
export function githubAlerts(md: MarkdownIt): void {
  md.core.ruler.before("inline", "github_alerts", (state) => {
    /** For each open block quote: whether it is an alert. */
    const open: boolean[] = [];
    state.tokens = state.tokens.flatMap((token, index, tokens) => {
      if (token.type === "blockquote_close") {
        if (open.pop() === true) token.type = "admonition_close";
        return token;
      }
      if (token.type !== "blockquote_open") return token;
      const inline = tokens[index + 1]?.type === "paragraph_open" ? tokens[index + 2] : undefined;
      const [line = "", name = ""] = /^\[!([A-Z]+)\][ \t]*(?:\n|$)/.exec(inline?.content ?? "") ?? [];
      const kind = KINDS.has(name) ? ADMONITION_KINDS[name.toLowerCase()] : undefined;
      open.push(kind !== undefined);
      if (kind === undefined || inline === undefined) return token;
      token.type = "admonition_open";
      // GitHub shows it in red, above a warning.
      token.info = name === "CAUTION" ? "danger" : kind.look;
      inline.content = inline.content.slice(line.length);
      if (inline.map !== null) inline.map = [inline.map[0] + 1, inline.map[1]];
      const content = translate(pageOf(state.env).texts, kind.title);
      const title = Object.assign(new state.Token("inline", "", 0), { content, children: [], map: token.map });
      token.meta = { kind: content };
      return [
        token,
        new state.Token("admonition_title_open", "p", 1),
        title,
        new state.Token("admonition_title_close", "p", -1),
      ];
    });
  });
}

/** A possible code before its closing colon, which may open the next one. */
const CODE = /:([-+\w]+)(?=:)/g;

/** Replaces GitHub's `:emoji:` codes. The package's pattern of 1,900 names takes as long as dozens of pages. */
export function emojiCodes(md: MarkdownIt): void {
  md.core.ruler.after("linkify", "emoji", ({ tokens, Token }) => {
    for (const token of tokens) {
      if (token.type !== "inline" || token.children === null || !token.content.includes(":")) continue;
      let autolinks = 0;
      token.children = token.children.flatMap((child) => {
        if (child.info === "auto") autolinks += child.nesting;
        return child.type === "text" && autolinks === 0 ? withEmoji(child, Token) : [child];
      });
    }
  });
  md.renderer.rules.emoji = (tokens, index) => tokens[index]?.content ?? "";
}

/** Splits a text at its codes. */
function withEmoji(text: Token, make: typeof Token): Token[] {
  const { content } = text;
  const parts: Token[] = [];
  let last = 0;
  const add = (type: string, content: string, markup = "") => {
    if (content === "") return;
    parts.push(Object.assign(new make(type, "", 0), { content, markup }));
  };
  for (const { 0: code, 1: name = "", index } of content.matchAll(CODE)) {
    if (index < last || !Object.hasOwn(names, name)) continue;
    add("text", content.slice(last, index));
    add("emoji", names[name] ?? "", name);
    last = index + code.length + 1;
  }
  if (last === 0) return [text];
  add("text", content.slice(last));
  return parts;
}
