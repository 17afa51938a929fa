import { useQueryClient } from '@tanstack/react-query';
import { Card, Descriptions, Flex, Tag, Typography } from 'antd';
import { labelKey } from '#kit/contract/resource.ts';
import { Cell } from '#kit/web/cells/cell.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { usePush } from '#kit/web/push/use-push.ts';
import { type Row, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { PrintDetail } from '#kit/web/sheets/print-detail.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type AlarmDetail, alarm } from '#modules/platform/contract/alarm/alarm.ts';
import type { AlarmLevel } from '#modules/platform/contract/alarm/alarm-kind.ts';
import { AlarmActions } from './alarm-actions.tsx';
import { AlarmTimeline } from './alarm-timeline.tsx';
import { DueMark } from './due-mark.tsx';
import { Evidence } from './evidence.tsx';
import { LevelMark } from './level-mark.tsx';
import { SameSubject } from './same-subject.tsx';

const facts = [
  'kind',
  'subjectName',
  'principalId',
  'ownerId',
  'regionCode',
  'bankId',
  'insurerId',
  'stationId',
  'openedAt',
  'lastAt',
  'times',
  'members',
  'suppressed',
  'ackDueAt',
  'ackBy',
  'assignee',
  'handler',
  'closeReason',
  'closeNote',
] as const;

/** Beside each other on a page, below each other in a drawer. */
export function AlarmView({ id, isNarrow = false }: { readonly id: number; readonly isNarrow?: boolean }) {
  const t = useT();
  const client = useQueryClient();
  const { row: found, loading, error, refresh } = useResourceDetail(alarm, id);
  usePush('alarm', ({ data }) => {
    if ((data as { alarmId?: number } | null)?.alarmId === id)
      void client.invalidateQueries({ queryKey: resourceKey(alarm) });
  });
  if (error) return <Failed error={error} onRetry={refresh} />;
  if (loading || !found) return <Waiting />;
  const row = found as unknown as AlarmDetail;
  const about = <Facts row={row} />;
  return (
    <div
      style={{ display: 'grid', gap: 12, gridTemplateColumns: isNarrow ? '1fr' : 'minmax(0, 3fr) minmax(320px, 2fr)' }}
    >
      <Flex vertical gap={12} style={{ minWidth: 0 }}>
        <Card
          size="small"
          title={t('platform.alarmPage.happened')}
          extra={<PrintDetail title={`${t('platform.alarm._title')} ${row.docNo}`}>{about}</PrintDetail>}
        >
          {about}
        </Card>
        {isNarrow && <AlarmActions row={row} />}
        <Card size="small" title={t('platform.alarmPage.evidence')}>
          <Evidence row={row} />
        </Card>
        {!isNarrow && <SameSubject row={row} />}
      </Flex>
      <Flex vertical gap={12} style={{ minWidth: 0 }}>
        {!isNarrow && <AlarmActions row={row} />}
        <Card size="small" title={t('platform.alarmPage.timeline')}>
          <AlarmTimeline steps={row.steps} />
        </Card>
      </Flex>
    </div>
  );
}

function Facts({ row }: { readonly row: AlarmDetail }) {
  const t = useT();
  // A party the reader may not look up has no name, and its number would tell nothing.
  const isKnown = (name: (typeof facts)[number]) =>
    alarm.fields[name].kind !== 'ref' || row[`${name}Name` as keyof AlarmDetail] !== null;
  const shown = facts.filter((name) => row[name] !== null && row[name] !== 0 && isKnown(name));
  return (
    <Flex vertical gap={12}>
      <Flex gap={12} align="center" wrap>
        <LevelMark level={row.level as AlarmLevel} label={row.levelName ?? row.level} />
        <Tag style={{ margin: 0 }}>{row.statusName}</Tag>
        <Typography.Text type="secondary" copyable={{ text: row.docNo }}>
          {row.docNo}
        </Typography.Text>
        {row.ackDueAt && <DueMark row={row} />}
      </Flex>
      <Typography.Title level={4} style={{ margin: 0, overflowWrap: 'anywhere' }}>
        {row.title}
      </Typography.Title>
      <Typography.Paragraph style={{ margin: 0 }}>{row.text}</Typography.Paragraph>
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 1, md: 2 }}
        items={shown.map((name) => ({
          key: name,
          label: t.any(labelKey(alarm, name)),
          children:
            name === 'subjectName' && row.linkPath ? (
              <PageLink to={row.linkPath}>{row.subjectName}</PageLink>
            ) : (
              <Cell name={name} field={alarm.fields[name]} row={row as unknown as Row} />
            ),
        }))}
      />
      {row.photos.length > 0 && (
        <Flex gap={8} wrap>
          {row.photos.map(({ fileId, url, thumbUrl }) => (
            <a key={fileId} href={url} target="_blank" rel="noreferrer">
              <img
                src={thumbUrl}
                alt={t('platform.alarm.closePhotos')}
                style={{ height: 96, borderRadius: 6, display: 'block' }}
              />
            </a>
          ))}
        </Flex>
      )}
    </Flex>
  );
}
