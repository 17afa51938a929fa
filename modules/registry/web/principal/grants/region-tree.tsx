import { useQueries } from '@tanstack/react-query';
import { Tree } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { principalRegionsByParent } from '#modules/registry/contract/principal/principal-grants.ts';
import { tickOf, toggle } from './region-ticks.ts';

interface Props {
  readonly principalId: number;
  readonly value: readonly number[];
  readonly disabled: boolean;
  onChange(codes: number[]): void;
}

interface Node {
  key: number;
  title: string;
  isLeaf: boolean;
  disableCheckbox: boolean;
  children?: Node[];
}

/** The caller's area, level by level, with what of it the unit holds: all, a part, nothing. */
export function RegionTree({ principalId, value, disabled, onChange }: Props) {
  const language = useLanguage();
  const [opened, setOpened] = useState<readonly number[]>([]);
  const parents = [undefined, ...opened];
  const queries = useQueries({
    queries: parents.map((parentCode) => ({
      queryKey: ['registry.jurisdiction', principalId, parentCode ?? 0, language],
      queryFn: () =>
        call(principalRegionsByParent, {
          query: { principalId, ...(parentCode !== undefined && { parentCode }) },
          quiet: true,
        }),
      staleTime: 60_000,
    })),
  });
  const loaded = new Map(parents.map((parent, at) => [parent ?? 0, queries[at]?.data]));
  const below = new Map([...loaded].map(([parent, rows]) => [parent, rows?.map((one) => one.regionCode) ?? []]));
  const nodesOf = (parent: number): Node[] =>
    (loaded.get(parent) ?? []).map((one) => ({
      key: one.regionCode,
      title: one.name,
      isLeaf: !one.hasChildren,
      disableCheckbox: !one.assignable,
      ...(loaded.get(one.regionCode) && { children: nodesOf(one.regionCode) }),
    }));
  const shown = [...below.values()].flat();
  const [first] = queries;
  if (first?.error) return <Failed error={first.error} onRetry={() => void first.refetch()} />;
  if (!first?.data) return <Waiting />;
  return (
    <Tree<Node>
      checkable
      checkStrictly
      selectable={false}
      disabled={disabled}
      height={520}
      treeData={nodesOf(0)}
      defaultExpandedKeys={first.data.slice(0, 1).map((one) => one.regionCode)}
      checkedKeys={{
        checked: shown.filter((code) => tickOf(code, value) === 'all'),
        halfChecked: shown.filter((code) => tickOf(code, value) === 'part'),
      }}
      loadData={async ({ key }) => {
        if (!opened.includes(key)) setOpened((old) => [...old, key]);
      }}
      onCheck={(_, { node }) => onChange(toggle(node.key, value, below))}
    />
  );
}
