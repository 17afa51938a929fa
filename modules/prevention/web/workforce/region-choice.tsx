import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { lookups } from '#kit/web/lookups/lookups.ts';
import { type RegionNode, useRegionTree } from '#kit/web/lookups/use-region-tree.ts';

/** One region of the caller's own, or all of them. */
export function RegionChoice({
  value,
  onChange,
}: {
  readonly value: number | null;
  onChange(code: number | null): void;
}) {
  const t = useT();
  const language = useLanguage();
  const tree = useRegionTree();
  const { data } = useQuery({
    queryKey: ['lookup', 'regionPath', value, language],
    queryFn: () => lookups().regionPath(value as number),
    enabled: value !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <TreeSelect
      allowClear
      aria-label={t('kit.regionHint')}
      labelInValue
      treeData={tree.options as RegionNode[]}
      value={value === null ? undefined : { value, label: data?.at(-1)?.name ?? String(value) }}
      onChange={(chosen?: { value: number; label: string }) => onChange(chosen?.value ?? null)}
      loadData={(node) => Promise.resolve(tree.load(node.value as number))}
      loading={tree.loading}
      placeholder={t('kit.regionHint')}
      style={{ width: 200 }}
    />
  );
}
