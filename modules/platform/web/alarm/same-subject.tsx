import { useQuery } from '@tanstack/react-query';
import { Card, Flex, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { type Alarm, alarm } from '#modules/platform/contract/alarm/alarm.ts';
import type { AlarmLevel } from '#modules/platform/contract/alarm/alarm-kind.ts';
import { LevelMark } from './level-mark.tsx';

const days = 90 * 86_400_000;

/** Whether this is the first time. */
export function SameSubject({ row }: { readonly row: Alarm }) {
  const t = useT();
  const language = useLanguage();
  const query = {
    subjectEntity: row.subjectEntity,
    subjectId: String(row.subjectId),
    openedAtFrom: new Date(Date.now() - days).toISOString().slice(0, 10),
    pageSize: '10',
  };
  const { data } = useQuery({
    queryKey: [...resourceKey(alarm), 'same', query, language],
    queryFn: ({ signal }): Promise<Alarm[]> => call(callOf(alarm, 'list'), { query, signal, quiet: true }),
  });
  const others = (data ?? []).filter((one) => one.id !== row.id);
  if (others.length === 0) return null;
  return (
    <Card size="small" title={t('platform.alarmPage.same')}>
      <Flex vertical gap={8}>
        {others.map((one) => (
          <Flex key={one.id} gap={12} wrap align="center">
            <LevelMark level={one.level as AlarmLevel} label={one.levelName ?? one.level} />
            <PageLink to={`/anm/device/alarm/detail?id=${one.id}`}>{one.title}</PageLink>
            <Tag style={{ margin: 0 }}>{one.statusName}</Tag>
            <Typography.Text type="secondary">{wallTime(one.openedAt)}</Typography.Text>
          </Flex>
        ))}
      </Flex>
    </Card>
  );
}
