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
    const indexes = Array.isArray(holder) ? Array.from(holder.keys(), String) : [];
    const kept = indexes.filter((index) => !isDropped([...path, index], dropped));
    const step = kept[Number(key)] ?? key;
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
  const isThere = path.reduce<unknown>(childOf, config) !== undefined && !isDropped(path, dropped);
  return isThere ? path : itemToDrop(config, path.slice(0, -1), dropped);
}

/** A configuration without some of its items. */
export function without(config: Mapping, dropped: readonly Path[]): Mapping {
  const visit = (value: unknown, path: Path): unknown => {
    if (!Array.isArray(value) && !isMapping(value)) return value;
    const entries = Object.entries(value).flatMap(([key, entry]: [string, unknown]) =>
      isDropped([...path, key], dropped) ? [] : [[key, visit(entry, [...path, key])] as const],
    );
    return Array.isArray(value) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries);
  };
  return visit(config, []) as Mapping;
}

function childOf(holder: unknown, key: string): unknown {
  if (Array.isArray(holder)) return (holder as unknown[])[Number(key)];
  return isMapping(holder) ? holder[key] : undefined;
}

function isDropped(path: Path, dropped: readonly Path[]): boolean {
  return dropped.some((gone) => startsWith(path, gone));
}

/** Whether a path leads to an item or to a part of it. */
export function startsWith(path: Path, beginning: Path): boolean {
  return beginning.every((key, index) => key === path[index]);
}
