import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { keeperChoices } from '#modules/depot/contract/store/depot.ts';

interface Props {
  readonly id: string;
  readonly principalId: number | null;
  readonly value: readonly number[];
  /** One person alone. */
  readonly isSingle?: boolean;
  readonly disabled?: boolean;
  onChange(value: number[]): void;
}

/** Those who work at the unit, keepers first. */
export function KeepersField({ id, principalId, value, isSingle = false, disabled = false, onChange }: Props) {
  const text = useTexts('depot.storePage');
  const { options: jobs } = useDict('staff_job');
  const { data = [], isFetching } = useQuery({
    queryKey: ['registry.staff', 'keepers', principalId],
    queryFn: () => call(keeperChoices, { query: { principalId: principalId as number }, quiet: true }),
    enabled: principalId !== null,
  });
  const jobOf = (code: string) => jobs.find((one) => one.dictValue === code)?.dictLabel ?? code;
  const options = data.map((one) => ({
    value: one.id,
    label: `${one.name} · ${jobOf(one.job)}${one.hasAccount ? '' : ` · ${text('noAccount')}`}`,
  }));
  const common = {
    id,
    options,
    loading: isFetching,
    disabled: disabled || principalId === null,
    placeholder: principalId === null ? text('chooseUnit') : undefined,
    notFoundContent: text('noStaff'),
    showSearch: { optionFilterProp: 'label' },
    style: { width: '100%' },
  };
  return isSingle ? (
    <Select<number>
      {...common}
      allowClear
      value={value[0] ?? null}
      onChange={(one?: number) => onChange(one ? [one] : [])}
    />
  ) : (
    <Select<number[]> {...common} mode="multiple" value={[...value]} onChange={onChange} />
  );
}
