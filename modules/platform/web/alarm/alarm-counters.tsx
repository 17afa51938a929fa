import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Segmented, Typography, theme } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import { alarm, alarmCounts } from '#modules/platform/contract/alarm/alarm.ts';
import { spoken } from './duration.ts';
import { LevelMark } from './level-mark.tsx';

const levels = ['urgent', 'warn', 'info'] as const;
const states = ['open', 'acked', 'handled', 'closed'] as const;

/** Numbers that open the rows they count: states as tabs, levels and what is overdue as switches. */
export function AlarmCounters({ list }: { readonly list: ResourceList }) {
  const t = useT();
  const { token } = theme.useToken();
  const { filters } = list;
  const { options } = useDict('alarm_level');
  const data = useCounts(list);
  const labelOf = (level: string) => options.find((one) => one.dictValue === level)?.dictLabel ?? level;
  const change = (next: Record<string, string>) => list.search({ ...filters, ...next });
  const state = states.find((one) => one === filters.status) ?? 'all';
  const all = data ? states.reduce((sum, one) => sum + data.status[one], 0) : undefined;
  const number = (n: number | undefined) => (
    <b style={{ fontVariantNumeric: 'tabular-nums', fontSize: token.fontSizeLG }}>{n ?? '…'}</b>
  );
  const chip = (key: string, label: React.ReactNode, n: number | undefined, isOn: boolean, toggle: () => void) => (
    <Button
      key={key}
      aria-pressed={isOn}
      onClick={toggle}
      {...(isOn && { color: 'primary' as const, variant: 'filled' as const })}
    >
      {label} {number(n)}
    </Button>
  );
  const isLate = filters.overdue === 'true';
  return (
    <Flex gap="12px 20px" wrap align="center" style={{ marginBlockEnd: 12 }}>
      <Segmented
        value={state}
        onChange={(next) => change({ status: next === 'all' ? '' : next })}
        options={[
          ...states.map((one) => ({
            value: one as string,
            label: `${t.any(`platform.alarmPage.tab${one[0]?.toUpperCase()}${one.slice(1)}`)} ${data?.status[one] ?? ''}`,
          })),
          { value: 'all', label: `${t('platform.alarmPage.all')} ${all ?? ''}` },
        ]}
      />
      <Flex gap={8} wrap role="group" aria-label={t('platform.alarmPage.counters')}>
        {levels.map((level) =>
          chip(
            level,
            <LevelMark level={level} label={labelOf(level)} />,
            data?.level[level],
            filters.level === level,
            () => change({ level: filters.level === level ? '' : level }),
          ),
        )}
        {chip('overdue', t('platform.alarmPage.overdueOnly'), data?.overdue, isLate, () =>
          change({ overdue: isLate ? '' : 'true' }),
        )}
      </Flex>
    </Flex>
  );
}

/** How quickly people answer, and how often for nothing. */
export function AlarmPace({ list }: { readonly list: ResourceList }) {
  const t = useT();
  const language = useLanguage();
  const { ackMinutes = null, falseRate = null } = useCounts(list) ?? {};
  const parts = [
    ackMinutes !== null && `${t('platform.alarmPage.ackMinutes')} ${spoken(ackMinutes * 60_000, language)}`,
    falseRate !== null && `${t('platform.alarmPage.falseRate')} ${Math.round(falseRate * 100)}%`,
  ].filter(Boolean);
  return <Typography.Text type="secondary">{parts.join(' · ')}</Typography.Text>;
}

function useCounts({ filters }: ResourceList) {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: [...resourceKey(alarm), 'counts', filters, language],
    queryFn: ({ signal }) => call(alarmCounts, { query: filters as never, signal, quiet: true }),
    placeholderData: (before) => before,
  });
  return data;
}
