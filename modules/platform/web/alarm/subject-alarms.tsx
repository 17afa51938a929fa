import { useQuery } from '@tanstack/react-query';
import { Empty, Flex, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { type Alarm, alarm } from '#modules/platform/contract/alarm/alarm.ts';
import type { AlarmLevel } from '#modules/platform/contract/alarm/alarm-kind.ts';
import { LevelMark } from './level-mark.tsx';

/** The alarms about one animal that the reader may see, newest first. */
export default function AnimalAlarms({ id }: { readonly id: number }) {
  const t = useT();
  const language = useLanguage();
  const query = { animalId: String(id), sort: 'openedAt:desc', pageSize: '20' };
  const { data, error, refetch } = useQuery({
    queryKey: [...resourceKey(alarm), 'animal', id, language],
    queryFn: ({ signal }): Promise<Alarm[]> => call(callOf(alarm, 'list'), { query, signal, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('platform.alarmPage.noneOfAnimal')} />;
  return (
    <Flex vertical gap={8}>
      {data.map((one) => (
        <Flex key={one.id} gap={12} wrap align="center">
          <LevelMark level={one.level as AlarmLevel} label={one.levelName ?? one.level} />
          <PageLink to={`/anm/device/alarm/detail?id=${one.id}`}>{one.title}</PageLink>
          <Tag style={{ margin: 0 }}>{one.statusName}</Tag>
          <Typography.Text type="secondary">{wallTime(one.openedAt)}</Typography.Text>
        </Flex>
      ))}
    </Flex>
  );
}
