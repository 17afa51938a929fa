import { useQuery } from '@tanstack/react-query';
import { Select, Spin } from 'antd';
import { useRef } from 'react';
import { callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { useKeyword } from '#kit/web/ui/use-keyword.ts';
import type { Goods } from '#modules/depot/contract/goods/goods.ts';
import { type Material, material } from '#modules/depot/contract/goods/material.ts';

export interface FoundGoods extends Goods {
  readonly tracking: string;
  readonly hasExpiry: boolean;
  readonly barcode: string | null;
}

const goodsOf = (row: Material): FoundGoods => ({
  materialId: row.id,
  name: row.name,
  spec: row.spec,
  kind: row.kind,
  baseUnit: row.baseUnit,
  decimals: row.decimals,
  packs: row.packs as Goods['packs'],
  tracking: row.tracking,
  hasExpiry: row.hasExpiry,
  barcode: row.barcode,
});

interface Props {
  readonly id?: string;
  readonly label: string;
  /** Already chosen: not offered again. */
  readonly but?: readonly number[];
  onFound(goods: FoundGoods): void;
}

const find = async (keyword: string, quiet: boolean) =>
  (
    await callEnvelope(callOf(material, 'list'), {
      query: { pageSize: '30', status: 'active', ...(keyword && { keyword }) },
      quiet,
    })
  ).data as readonly Material[];

/** Finds a material by name, number or scanned barcode; Enter takes the first. The field is ready for the next at once. */
export function MaterialFinder({ id, label, but = [], onFound }: Props) {
  const t = useT();
  const language = useLanguage();
  const { typed, keyword, isTyping, type } = useKeyword();
  const { data, isPending, isFetching } = useQuery({
    queryKey: [...resourceKey(material), 'finder', keyword, language],
    queryFn: () => find(keyword, true),
  });
  const taken = useRef(but);
  taken.current = but;
  const able = (rows: readonly Material[]) =>
    rows.filter((row) => row.kind !== 'earTag' && !taken.current.includes(row.id));
  const isBehind = isTyping || isPending;
  const offered = isBehind ? [] : able(data ?? []);
  // A scanner is faster than the list: what it typed is asked for by itself.
  const enter = async (word: string) => {
    const rows = await find(word, false).catch(() => null);
    if (!rows) return;
    const one = able(rows).find((row) => row.barcode === word || row.materialNo === word) ?? able(rows)[0];
    if (one) onFound(goodsOf(one));
    else if (rows.length === 0) notify('warning', t('depot.docForm.notFound', { word }));
  };
  return (
    <Select<number | null>
      {...(id && { id })}
      aria-label={label}
      placeholder={label}
      value={null}
      loading={isFetching || isTyping}
      notFoundContent={isBehind ? <Spin size="small" /> : undefined}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: type }}
      onKeyDown={(event) => {
        const word = typed.trim();
        if (event.key === 'Enter' && isBehind && word) void enter(word);
      }}
      options={offered.map((row) => ({ value: row.id, label: `${row.name} · ${row.spec}` }))}
      onChange={(chosen) => {
        const row = offered.find((one) => one.id === chosen);
        if (row) onFound(goodsOf(row));
        type('');
      }}
      style={{ width: '100%' }}
    />
  );
}
