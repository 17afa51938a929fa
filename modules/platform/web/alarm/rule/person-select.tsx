import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { alarmPeople } from '#modules/platform/contract/alarm/alarm.ts';

interface Props {
  readonly id: string;
  readonly alarmId: number;
  readonly value: number | null;
  onChange(value: number | null): void;
}

/** Those who could handle it. */
export function PersonSelect({ id, alarmId, value, onChange }: Props) {
  const t = useT();
  const { data, isPending } = useQuery({
    queryKey: ['platform.alarm', 'people', alarmId],
    queryFn: ({ signal }) => call(alarmPeople, { query: { alarmId }, signal, quiet: true }),
  });
  return (
    <Select
      id={id}
      value={value}
      onChange={onChange}
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('platform.alarmPage.choosePerson')}
      options={(data ?? []).map((one) => ({ value: one.id, label: one.name }))}
    />
  );
}
