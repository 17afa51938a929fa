import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { lookups, type RegionOption } from '#kit/web/lookups/lookups.ts';

export interface RegionNode {
  value: number;
  label: string;
  full: string;
  isLeaf: boolean;
  children?: RegionNode[];
}

/** Regions as far as they were opened: the roots of the jurisdiction, then the children of every opened node. */
export function useRegionTree() {
  const language = useLanguage();
  const [opened, setOpened] = useState<readonly number[]>([]);
  const parents = [undefined, ...opened];
  const queries = useQueries({
    queries: parents.map((parent) => ({
      queryKey: ['lookup', 'regionChildren', parent ?? 0, language],
      queryFn: () => lookups().regionChildren(parent),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const below = new Map<number, readonly RegionOption[]>();
  parents.forEach((parent, index) => {
    const found = queries[index]?.data;
    if (found) below.set(parent ?? 0, found);
  });
  const nodes = (parent: number): RegionNode[] =>
    (below.get(parent) ?? []).map((one) => {
      const node: RegionNode = { value: one.code, label: one.name, full: one.fullName, isLeaf: !one.hasChildren };
      if (below.has(one.code)) node.children = nodes(one.code);
      return node;
    });
  const options = nodes(0);
  const open = (codes: readonly number[]) => {
    const fresh = codes.filter((code) => !opened.includes(code));
    if (fresh.length > 0) setOpened([...opened, ...fresh]);
  };
  return {
    options,
    open,
    load: (code: number | undefined) => open(code === undefined ? [] : [code]),
    loading: queries.some((query) => query.isLoading),
    /** The part of a path that lies inside the jurisdiction. */
    clip: (path: readonly RegionOption[]): number[] => {
      const from = path.findIndex((one) => options.some((root) => root.value === one.code));
      return from < 0 ? [] : path.slice(from).map((one) => one.code);
    },
  };
}
