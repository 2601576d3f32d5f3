/**
 * The page as the server wrote it, node by node beside the nodes that are shown: scripts change
 * what is shown (buttons, open tabs, editors), and what they did is to stay.
 */
export interface Written {
  readonly root: Element;
  /** What is shown of a node of the written page. */
  readonly shown: WeakMap<Node, Node>;
}

/** What came of a change. */
export interface Morphed {
  /** Elements that are new in the page. */
  readonly fresh: readonly Element[];
  /** Where something was changed or taken out; undefined where all is as it was. */
  readonly at: Element | undefined;
}

/** Taken as a whole: scripts put things into them, or their parts mean nothing alone. */
const WHOLE =
  "figure, table, pre, p, h1, h2, h3, h4, h5, h6, svg, math, script, style, template, dialog, select, .filter-table";

/** Notes what is shown before scripts have changed it. */
export function writtenOf(shown: Element): Written {
  const root = shown.cloneNode(true) as Element;
  const written = { root, shown: new WeakMap<Node, Node>() };
  pair(root, shown, written);
  return written;
}

/**
 * Changes what is shown as the written page has changed, and nothing besides.
 *
 * @param written of what is shown; afterwards it is that of `next`
 */
export function morph(written: Written, next: Element): Morphed {
  const fresh: Element[] = [];
  let at: Element | undefined;
  const note = (node: Node | null | undefined) => {
    if (at === undefined && node instanceof Element) at = node;
  };

  const change = (old: Element, wanted: Element): void => {
    const live = written.shown.get(old);
    if (!(live instanceof Element)) return;
    setAttributes(live, old, wanted);
    const before = [...old.childNodes];
    const after = [...wanted.childNodes];
    const kept = commonNodes(before, after);
    let last: Node | null = null;
    let from = 0;
    let to = 0;
    for (const [a, b] of [...kept, [before.length, after.length] as const]) {
      last = changeRun(live, before.slice(from, a), after.slice(to, b), last);
      const same = before[a];
      const shown = same === undefined ? undefined : written.shown.get(same);
      if (shown !== undefined) last = shown;
      from = a + 1;
      to = b + 1;
    }
    const keptAt = new Map(kept.map(([a, b]) => [b, before[a]]));
    setChildren(
      old,
      after.map((node, index) => keptAt.get(index) ?? reuse.get(node) ?? node),
    );
  };
  /** Puts one stretch of nodes in the place of another; those of one kind are changed, not replaced. */
  const changeRun = (live: Element, before: Node[], after: Node[], start: Node | null): Node | null => {
    let last = start;
    const olds = [...before];
    for (const node of after) {
      const index = olds.findIndex((old) => isAlike(old, node));
      const old = olds[index];
      const shown = old === undefined ? undefined : written.shown.get(old);
      if (old instanceof Element && node instanceof Element && shown?.parentNode === live) {
        for (const gone of olds.splice(0, index + 1).slice(0, index)) remove(gone);
        change(old, node);
        reuse.set(node, old);
        last = shown;
        continue;
      }
      const made = document.importNode(node, true);
      const own = node.cloneNode(true);
      reuse.set(node, own);
      pair(own, made, written);
      const replaced = olds.find((one) => isReplaced(one, node));
      if (replaced !== undefined) takeState(written.shown.get(replaced), made);
      if (last === null) live.prepend(made);
      else (last as ChildNode).after(made);
      last = made;
      if (made instanceof Element) fresh.push(made);
      note(made instanceof Element ? made : live);
    }
    for (const gone of olds) remove(gone);
    return last;
  };
  const remove = (old: Node) => {
    const live = written.shown.get(old);
    if (live instanceof Element) note(live.nextElementSibling ?? live.previousElementSibling ?? live.parentElement);
    else note(live?.parentElement);
    (live as ChildNode | undefined)?.remove();
  };
  /** The written nodes that stand for those of the next page from now on. */
  const reuse = new Map<Node, Node>();

  change(written.root, next);
  // What was noted first may have been removed afterwards.
  return { fresh: fresh.filter(({ isConnected }) => isConnected), at: at?.isConnected === true ? at : fresh[0] };
}

function pair(written: Node, shown: Node, into: Written): void {
  into.shown.set(written, shown);
  const others = shown.childNodes;
  written.childNodes.forEach((child, index) => {
    const other = others[index];
    if (other !== undefined) pair(child, other, into);
  });
}

/** Only those that are new or gone are moved: browsers look through all that is below a moved one. */
function setChildren(parent: Element, children: readonly Node[]): void {
  const wanted = new Set(children);
  for (const node of [...parent.childNodes]) if (!wanted.has(node)) node.remove();
  let place = parent.firstChild;
  for (const node of children) {
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  }
}

/** Elements whose children can be changed one by one. */
function isAlike(old: Node, node: Node): boolean {
  return (
    old instanceof Element &&
    node instanceof Element &&
    old.tagName === node.tagName &&
    old.id === node.id &&
    !old.matches(WHOLE) &&
    !node.matches(WHOLE) &&
    old.classList.item(0) === node.classList.item(0)
  );
}

function isReplaced(old: Node, node: Node): boolean {
  return old instanceof Element && node instanceof Element && old.tagName === node.tagName;
}

/** Only what the author has changed: what scripts have set stays. */
function setAttributes(live: Element, old: Element, wanted: Element): void {
  for (const { name } of [...old.attributes]) {
    if (wanted.hasAttribute(name)) continue;
    live.removeAttribute(name);
    old.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) === value) continue;
    live.setAttribute(name, value);
    old.setAttribute(name, value);
  }
}

/** What a reader has opened in an element stays open in the one that replaces it. */
function takeState(from: Node | undefined, to: Node): void {
  if (!(from instanceof Element) || !(to instanceof Element)) return;
  const each = <T extends Element>(selector: string, take: (a: T, b: T) => void) => {
    const olds = [from, ...from.querySelectorAll<T>(selector)].filter((one) => one.matches(selector));
    const news = [to, ...to.querySelectorAll<T>(selector)].filter((one) => one.matches(selector));
    if (olds.length !== news.length) return;
    for (const [index, old] of olds.entries()) take(old as T, news[index] as T);
  };
  each<HTMLDetailsElement>("details", (a, b) => {
    b.open = a.open;
  });
  each<HTMLInputElement>("input", (a, b) => {
    b.checked = a.checked;
  });
}

/** Pairs of indexes of the nodes that two lists have in common, in order: the ends first, then the longest in between. */
function commonNodes(before: readonly Node[], after: readonly Node[]): (readonly [number, number])[] {
  const isSame = (x: number, y: number) => isEqual(before[x] as Node, after[y] as Node);
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(start, start)) start++;
  let end = 0;
  // In lists of one length the last pair would be the one that has just been found to differ.
  const rest = shorter - start - (before.length === after.length && start < shorter ? 1 : 0);
  while (end < rest && isSame(before.length - 1 - end, after.length - 1 - end)) end++;
  const head = Array.from({ length: start }, (_, index) => [index, index] as const);
  const tail = Array.from(
    { length: end },
    (_, index) => [before.length - end + index, after.length - end + index] as const,
  );
  const changed = (nodes: readonly Node[]) => nodes.slice(start, nodes.length - end);
  const middle = longest(changed(before), changed(after));
  return [...head, ...middle.map(([x, y]) => [x + start, y + start] as const), ...tail];
}

/** Browsers leave the content of templates out. */
function isEqual(a: Node, b: Node): boolean {
  if (!a.isEqualNode(b)) return false;
  return !(a instanceof Element) || !hasTemplate(a) || keyOf(a) === keyOf(b);
}

function hasTemplate(element: Element): boolean {
  return element.localName === "template" || element.querySelector("template") !== null;
}

/** Longer lists are taken as wholly different: that is right, and only less fine. */
const MAX_COMPARED = 1_000_000;

function longest(before: readonly Node[], after: readonly Node[]): (readonly [number, number])[] {
  // One node in the place of another has been compared already.
  if (before.length * after.length < 2 || before.length * after.length > MAX_COMPARED) return [];
  const a = before.map(keyOf);
  const b = after.map(keyOf);
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let x = a.length - 1; x >= 0; x--) {
    for (let y = b.length - 1; y >= 0; y--) {
      const row = lengths[x] as Uint16Array;
      const below = lengths[x + 1] as Uint16Array;
      row[y] = a[x] === b[y] ? (below[y + 1] ?? 0) + 1 : Math.max(below[y] ?? 0, row[y + 1] ?? 0);
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let x = 0;
  let y = 0;
  while (x < a.length && y < b.length) {
    if (a[x] === b[y]) pairs.push([x++, y++]);
    else if ((lengths[x + 1]?.[y] ?? 0) >= (lengths[x]?.[y + 1] ?? 0)) x++;
    else y++;
  }
  return pairs;
}

function keyOf(node: Node): string {
  return node instanceof Element ? node.outerHTML : `${node.nodeType} ${node.nodeValue ?? ""}`;
}
