import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { type Pen, pen } from '#modules/registry/contract/enclosure/pen.ts';

interface Props {
  readonly id?: string;
  readonly principalId: number | null;
  readonly value: number | null;
  readonly size?: 'large' | 'middle';
  onChange(id: number | null, chosen?: Pen): void;
}

/** R26: one of a holder's pens, with how full it is; above its capacity it turns red. */
export function PenChoice({ id, principalId, value, size = 'middle', onChange }: Props) {
  const t = useT();
  const { data, isFetching } = useQuery({
    queryKey: [...resourceKey(pen), 'of', principalId],
    queryFn: () =>
      call(callOf(pen, 'list'), {
        query: { principalId: String(principalId), status: 'inUse', pageSize: '200' },
        quiet: true,
      }),
    enabled: principalId !== null,
  });
  const pens = (data ?? []) as readonly Pen[];
  return (
    <Select<number>
      {...(id && { id })}
      size={size}
      value={value}
      onChange={(chosen?: number) =>
        onChange(
          chosen ?? null,
          pens.find((one) => one.id === chosen),
        )
      }
      options={pens.map((one) => ({
        value: one.id,
        label: `${one.label ?? one.penNo} (${one.currentCount}/${one.capacity})`,
      }))}
      loading={isFetching}
      disabled={principalId === null}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('registry.animalForm.penHint')}
      style={{ width: '100%' }}
    />
  );
}
