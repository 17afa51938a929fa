import type { FunctionItemNode } from '#modules/platform/contract/role/sys-function.ts';

type Node = FunctionItemNode & { systemId: number };
type Items = ReadonlyMap<number, Node>;

/** What comes with a choice: whatever it depends on, and what its system cannot be without. */
export function withNeeds(items: Items, chosen: ReadonlySet<number>): Set<number> {
  const all = new Set(chosen);
  for (let size = -1; size !== all.size; ) {
    size = all.size;
    const systems = new Set([...all].map((id) => items.get(id)?.systemId));
    for (const item of items.values()) if (item.required && systems.has(item.systemId)) all.add(item.itemId);
    for (const id of [...all])
      for (const needed of items.get(id)?.dependsOn ?? []) if (items.has(needed)) all.add(needed);
  }
  return all;
}

/** What must go when these go: whatever depends on them. A required item goes only with its whole system. */
export function withoutThese(items: Items, chosen: ReadonlySet<number>, gone: ReadonlySet<number>): Set<number> {
  const left = new Set([...chosen].filter((id) => !gone.has(id)));
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const id of [...left])
      if (items.get(id)?.dependsOn.some((needed) => items.has(needed) && !left.has(needed))) left.delete(id);
  }
  const isOpen = (systemId: number) =>
    [...left].some((id) => items.get(id)?.systemId === systemId && !items.get(id)?.required);
  for (const id of [...left]) {
    const item = items.get(id);
    const wasWhole = [...items.values()].filter((one) => one.systemId === item?.systemId && !one.required);
    if (
      item?.required &&
      wasWhole.length > 0 &&
      wasWhole.every((one) => gone.has(one.itemId)) &&
      !isOpen(item.systemId)
    )
      left.delete(id);
  }
  return left;
}
