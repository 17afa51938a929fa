import { Typography } from 'antd';
import { useDict } from '#kit/web/lookups/lookups.ts';
import type { Goods } from '#modules/depot/contract/goods/goods.ts';

export function useLabel(dict: string): (value: unknown) => string {
  const { options } = useDict(dict);
  return (value) => options.find((one) => one.dictValue === value)?.dictLabel ?? String(value ?? '-');
}

/** A material as it is printed on the pack. */
export function GoodsName({ goods }: { readonly goods: Pick<Goods, 'name' | 'spec'> }) {
  return (
    <span data-record style={{ display: 'inline-flex', flexDirection: 'column', lineHeight: 1.35 }}>
      <span>{goods.name}</span>
      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
        {goods.spec}
      </Typography.Text>
    </span>
  );
}
