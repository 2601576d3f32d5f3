import { itemKeys } from "../../config/item-place.ts";
import { isMapping, type Mapping } from "../../content/data-file.ts";

/** Keys that lead to an item of a configuration. */
export type Path = readonly string[];

/** A message with the item that it names: as in the whole configuration, not as without what was dropped. */
export function inOriginal(
  message: string,
  config: Mapping,
  dropped: readonly Path[],
): { message: string; path: Path } {
  const path: string[] = [];
  let holder: unknown = config;
  for (const key of itemKeys(message)) {
    const before = dropped.filter(
      (droppedPath) => droppedPath.length === path.length + 1 && startsWith(droppedPath, path),
    );
    let step = key;
    if (Array.isArray(holder))
      for (const gone of before.map((droppedPath) => Number(droppedPath.at(-1))).sort((a, b) => a - b))
        if (gone <= Number(step)) step = String(Number(step) + 1);
    path.push(step);
    holder = childOf(holder, step);
  }
  const end = message.indexOf(": ");
  let at = 0;
  const item = message.slice(0, end).replace(/\["[^"]*"\]|\[\d+\]|[\w$-]+/g, (step) => {
    const key = path[at++];
    return /^\[\d/.test(step) ? `[${key}]` : step;
  });
  return { message: path.length === 0 ? message : item + message.slice(end), path };
}

/** The item at a path, or, if it is missing or dropped, the nearest that holds it. */
export function itemToDrop(config: Mapping, path: Path, dropped: readonly Path[]): Path {
  let there = 0;
  for (let holder: unknown = config; there < path.length; there++) {
    holder = childOf(holder, path[there] ?? "");
    if (holder === undefined) break;
  }
  let item = path.slice(0, there);
  while (dropped.some((droppedPath) => droppedPath.length <= item.length && startsWith(item, droppedPath)))
    item = item.slice(0, -1);
  return item;
}

/** A configuration without some of its items. */
export function without(config: Mapping, dropped: readonly Path[]): Mapping {
  const visit = (value: unknown, path: Path): unknown => {
    const isLeft = (key: string) =>
      !dropped.some((droppedPath) => droppedPath.length === path.length + 1 && startsWith(droppedPath, [...path, key]));
    if (Array.isArray(value))
      return value.flatMap((entry, index) => (isLeft(String(index)) ? [visit(entry, [...path, String(index)])] : []));
    if (!isMapping(value)) return value;
    const entries = Object.entries(value).filter(([key]) => isLeft(key));
    return Object.fromEntries(entries.map(([key, entry]) => [key, visit(entry, [...path, key])]));
  };
  return visit(config, []) as Mapping;
}

function childOf(holder: unknown, key: string): unknown {
  if (Array.isArray(holder)) return (holder as unknown[])[Number(key)];
  return isMapping(holder) ? holder[key] : undefined;
}

/** Whether a path leads to an item or to a part of it. */
export function startsWith(path: Path, beginning: Path): boolean {
  return beginning.every((key, index) => key === path[index]);
}
