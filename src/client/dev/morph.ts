import { groupBy } from "../../shared/group-by.ts";

/** For each live node, its source as the server wrote it: changes of live nodes by scripts must survive. */
export type SourceTree = WeakMap<Node, Node>;

/** Replaced as a whole: scripts add content to them, or their parts are meaningless alone. */
const ATOMIC =
  "figure, table, pre, p, h1, h2, h3, h4, h5, h6, svg, math, script, style, template, dialog, select, docgen-island, .filter-table";

/** Records the sources of a node and its descendants; by default copies of them, before scripts change them. */
export function recordSources(sources: SourceTree, shown: Node, source: Node = shown.cloneNode(true)): void {
  sources.set(shown, source);
  shown.childNodes.forEach((child, index) => {
    recordSources(sources, child, source.childNodes[index]);
  });
}

/** Patches the live tree where `next` differs from its source. @returns inserted elements; all that a change affects */
export function morph(sources: SourceTree, shown: Element, next: Element) {
  const fresh: Element[] = [];
  const changed: Element[] = [];
  const change = (live: Element, wanted: Element): void => {
    changeAttributes(live, sources.get(live) as Element, wanted);
    sources.set(live, wanted);
    const children = [...wanted.childNodes];
    const spare = new Set([...live.childNodes].filter((child) => sources.has(child)));
    /** Takes the first spare node with the same key as a wanted one. */
    const takeBy = (keyOf: (source: Node) => string | undefined) => {
      const byKey = groupBy([...spare].reverse(), (node) => keyOf(sources.get(node) as Node));
      return (child: Node): ChildNode | undefined => {
        const key = keyOf(child);
        const taken = key === undefined ? undefined : byKey.get(key)?.pop();
        if (taken !== undefined) spare.delete(taken);
        return taken;
      };
    };
    const same = children.map(takeBy(htmlOf));
    const takeSimilar = takeBy(shapeOf);
    const places = children.map((child, index) => same[index] ?? takeSimilar(child));
    for (const gone of spare) {
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
    const imported = document.importNode(source, true);
    recordSources(sources, imported, source);
    if (imported instanceof Element) fresh.push(imported);
    else if (!isBlank(imported)) changed.push(parent);
    return imported;
  };
  change(shown, next);
  return { fresh, changed: [...fresh, ...changed.filter(({ isConnected }) => isConnected)] };
}

/** The children of two nodes of the same shape can be compared one by one; undefined: replaced as a whole. */
function shapeOf(node: Node): string | undefined {
  if (!(node instanceof Element) || node.matches(ATOMIC)) return undefined;
  return [node.tagName, node.id, node.classList.item(0)].join(" ");
}

/** Applies changes of the source only: attributes set by scripts are kept. */
function changeAttributes(live: Element, old: Element, wanted: Element): void {
  for (const name of new Set([...old.getAttributeNames(), ...wanted.getAttributeNames()])) {
    const value = wanted.getAttribute(name);
    if (old.getAttribute(name) === value) continue;
    if (value === null) live.removeAttribute(name);
    else live.setAttribute(name, value);
  }
}

/** Moves a node; where `moveBefore` is supported, iframes keep running. */
function move(node: Node, parent: Element, next: Node | null): void {
  if ("moveBefore" in parent) parent.moveBefore(node, next);
  else (parent as Element).insertBefore(node, next);
}

/** Whether a node is whitespace between blocks. */
function isBlank(node: Node): boolean {
  return node instanceof Text && node.data.trim() === "";
}

function htmlOf(node: Node): string {
  return node instanceof Element ? node.outerHTML : `${node.nodeType} ${node.nodeValue ?? ""}`;
}
