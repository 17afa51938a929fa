import { useQueries } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { lookups } from '#kit/web/lookups/lookups.ts';
import { type RegionNode, useRegionTree } from '#kit/web/lookups/use-region-tree.ts';

interface Props {
  readonly id: string;
  readonly value: readonly number[];
  onChange(value: number[]): void;
}

/** Several regions of any level, from a tree that opens as far as it is looked into. */
export function RegionsField({ id, value, onChange }: Props) {
  const t = useT();
  const tree = useRegionTree();
  const language = useLanguage();
  // Those chosen before may lie where the tree was not opened yet.
  const names = useQueries({
    queries: value.map((code) => ({
      queryKey: ['lookup', 'regionPath', code, language],
      queryFn: () => lookups().regionPath(code),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  return (
    <TreeSelect
      id={id}
      multiple
      treeData={tree.options as RegionNode[]}
      value={value.map((code, at) => ({ value: code, label: names[at]?.data?.at(-1)?.name ?? String(code) }))}
      labelInValue
      onChange={(chosen: readonly { value: number }[]) => onChange(chosen.map((one) => one.value))}
      loadData={(node) => Promise.resolve(tree.load(node.value as number))}
      loading={tree.loading}
      placeholder={t('kit.regionHint')}
      maxTagCount={12}
      style={{ width: '100%' }}
    />
  );
}
