// ~old~
import type { MarkdownIt } from "markdown-it";

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
