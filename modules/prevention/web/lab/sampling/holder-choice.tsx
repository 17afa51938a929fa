import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { principal } from '#modules/registry/contract/principal/principal.ts';

interface Props {
  readonly regionCode: number | null;
  readonly value: readonly number[];
  onChange(value: number[]): void;
}

/** Households and farms of a place, by name. */
export function HolderChoice({ regionCode, value, onChange }: Props) {
  const t = useT();
  const [keyword, setKeyword] = useDebounced('');
  const { data = [], isFetching } = useQuery({
    queryKey: ['lookup', 'prevention.holders', regionCode, keyword],
    queryFn: async () =>
      (
        await callEnvelope(callOf(principal, 'list'), {
          query: {
            regionCode: String(regionCode),
            principalUnitType: 'household,farm,cooperative',
            status: 'active',
            pageSize: '50',
            ...(keyword && { keyword }),
          },
          quiet: true,
        })
      ).data as { id: number; principalUnitName: string }[],
    enabled: regionCode !== null,
  });
  return (
    <Select<number[]>
      mode="multiple"
      aria-label={t('prevention.labPage.namedHint')}
      placeholder={t('prevention.labPage.namedHint')}
      value={[...value]}
      loading={isFetching}
      disabled={regionCode === null}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      options={data.map((one) => ({ value: one.id, label: one.principalUnitName }))}
      onChange={onChange}
      style={{ width: '100%' }}
    />
  );
}
