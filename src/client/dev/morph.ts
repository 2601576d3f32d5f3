/**
 * What the server wrote of each node that is shown: scripts change what is shown (buttons, open tabs,
 * editors), and what they did is to stay.
 */
export type Sources = WeakMap<Node, Node>;

/** What came of a change. */
export interface Morphed {
  /** Elements that are new in the page. */
  readonly fresh: readonly Element[];
  /** Those, and elements beside or around what else was changed. */
  readonly changed: readonly Element[];
}

/** Taken as a whole: scripts put things into them, or their parts mean nothing alone. */
const WHOLE =
  "figure, table, pre, p, h1, h2, h3, h4, h5, h6, svg, math, script, style, template, dialog, select, .filter-table";

/** Notes the sources of a node and of all below it; by default they are as it stands, before scripts have changed it. */
export function noteSources(sources: Sources, shown: Node, source: Node = shown.cloneNode(true)): void {
  sources.set(shown, source);
  shown.childNodes.forEach((child, index) => {
    noteSources(sources, child, source.childNodes[index]);
  });
}

/** Changes what is shown where `next`, its source from now on, differs from its source so far, and nothing besides. */
export function morph(sources: Sources, shown: Element, next: Element): Morphed {
  const fresh: Element[] = [];
  const changed: Element[] = [];
  const change = (live: Element, wanted: Element): void => {
    changeAttributes(live, sources.get(live) as Element, wanted);
    sources.set(live, wanted);
    const spare = new Map<ChildNode, string>();
    for (const child of live.childNodes) {
      const source = sources.get(child);
      if (source !== undefined) spare.set(child, htmlOf(source));
    }
    const take = (isWanted: (node: ChildNode, html: string) => boolean) => {
      const [found] = [...spare].find(([node, html]) => isWanted(node, html)) ?? [];
      if (found !== undefined) spare.delete(found);
      return found;
    };
    const children = [...wanted.childNodes];
    const same = children.map((child) => {
      const wantedHtml = htmlOf(child);
      return take((_, html) => html === wantedHtml);
    });
    const places = children.map((child, index) => same[index] ?? take((node) => isAlike(sources.get(node), child)));
    for (const gone of spare.keys()) {
      const { nextElementSibling, previousElementSibling } = gone as Element;
      if (!isBlank(gone)) changed.push(nextElementSibling ?? previousElementSibling ?? live);
      gone.remove();
    }
    let following = live.firstChild;
    for (const [index, child] of children.entries()) {
      const place = places[index];
      if (place === undefined) live.insertBefore(add(child, live), following);
      else if (place === following) following = place.nextSibling;
      else move(place, live, following);
      if (place instanceof Element && same[index] === undefined) change(place, child as Element);
    }
  };
  const add = (source: Node, parent: Element): Node => {
    const made = document.importNode(source, true);
    noteSources(sources, made, source);
    if (made instanceof Element) fresh.push(made);
    else if (!isBlank(made)) changed.push(parent);
    return made;
  };
  change(shown, next);
  return { fresh, changed: [...fresh, ...changed.filter(({ isConnected }) => isConnected)] };
}

/** Elements whose children can be changed one by one. */
function isAlike(old: Node | undefined, node: Node): boolean {
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

/** Only what the author has changed: what scripts have set stays. */
function changeAttributes(live: Element, old: Element, wanted: Element): void {
  for (const name of new Set([...old.getAttributeNames(), ...wanted.getAttributeNames()])) {
    const value = wanted.getAttribute(name);
    if (old.getAttribute(name) === value) continue;
    if (value === null) live.removeAttribute(name);
    else live.setAttribute(name, value);
  }
}

/** In browsers that can, what runs in a frame goes on. */
function move(node: Node, parent: Element, next: Node | null): void {
  if ("moveBefore" in parent) parent.moveBefore(node, next);
  else (parent as Element).insertBefore(node, next);
}

/** Stands between blocks, and is seen nowhere. */
function isBlank(node: Node): boolean {
  return node instanceof Text && node.data.trim() === "";
}

function htmlOf(node: Node): string {
  return node instanceof Element ? node.outerHTML : `${node.nodeType} ${node.nodeValue ?? ""}`;
}
