import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import type { Goods } from '#modules/depot/contract/goods.ts';
import { type Material, material } from '#modules/depot/contract/material.ts';

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

/** Finds a material by name, number or scanned barcode; Enter takes the first. The field is ready for the next at once. */
export function MaterialFinder({ id, label, but = [], onFound }: Props) {
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useDebounced('');
  const { data = [], isFetching } = useQuery({
    queryKey: [...resourceKey(material), 'finder', keyword, language],
    queryFn: async () =>
      (
        await callEnvelope(callOf(material, 'list'), {
          query: { pageSize: '30', status: 'active', ...(keyword && { keyword }) },
          quiet: true,
        })
      ).data as readonly Material[],
  });
  const offered = data.filter((row) => row.kind !== 'earTag' && !but.includes(row.id));
  return (
    <Select<number | null>
      {...(id && { id })}
      aria-label={label}
      placeholder={label}
      value={null}
      loading={isFetching}
      showSearch={{
        filterOption: false,
        searchValue: typed,
        onSearch: (text) => {
          setTyped(text);
          setKeyword(text);
        },
      }}
      options={offered.map((row) => ({ value: row.id, label: `${row.name} · ${row.spec}` }))}
      onChange={(chosen) => {
        const row = offered.find((one) => one.id === chosen);
        if (row) onFound(goodsOf(row));
        setTyped('');
        setKeyword('');
      }}
      style={{ width: '100%' }}
    />
  );
}
