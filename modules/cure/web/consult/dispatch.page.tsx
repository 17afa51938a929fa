import { useQuery } from '@tanstack/react-query';
import { Badge, Button, Card, Empty, Flex, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePush } from '#kit/web/push/use-push.ts';
import { useRefresh } from '#kit/web/push/use-refresh.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { type BoardCard, dispatchBoard } from '#modules/cure/contract/consult/case.ts';
import { DictName } from '#modules/registry/web/index.ts';
import { AssignDialog } from './assign-dialog.tsx';
import './dispatch.css';
import { UrgencyTag } from './urgency-tag.tsx';

const columns = ['waiting', 'offered', 'working', 'late'] as const;

/** 调度台: nobody waits unseen. */
export default function DispatchPage() {
  const text = useTexts('cure.dispatchPage');
  const [assigning, setAssigning] = useState<number | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['cure.board'],
    queryFn: () => call(dispatchBoard, { query: {}, quiet: true }),
    refetchInterval: 15_000,
  });
  usePush(
    'consult',
    useRefresh(() => refetch()),
  );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <div className="ml-board">
      {columns.map((name) => (
        <Card key={name} size="small" title={`${text(name)} ${data[name].length}`}>
          <Flex vertical gap={8}>
            {data[name].length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('nobody')} />}
            {data[name].map((one) => (
              <OneCard key={one.id} one={one} onAssign={() => setAssigning(one.id)} />
            ))}
          </Flex>
        </Card>
      ))}
      <Card size="small" title={text('experts')}>
        <Flex vertical gap={8}>
          {data.experts.map((one) => (
            <Flex key={one.expertId} gap={8} align="center" justify="space-between">
              <Flex gap={6} align="center">
                <Badge status={one.isHere ? 'success' : 'default'} />
                <span data-record>{one.name}</span>
                {one.isOnDuty && <Tag color="processing">{text('onDuty')}</Tag>}
              </Flex>
              <Typography.Text type={one.open >= one.maxOpen ? 'danger' : 'secondary'}>
                {one.open} / {one.maxOpen}
              </Typography.Text>
            </Flex>
          ))}
        </Flex>
      </Card>
      {assigning !== null && (
        <AssignDialog consultId={assigning} onClose={() => setAssigning(null)} onDone={() => void refetch()} />
      )}
    </div>
  );
}

function OneCard({ one, onAssign }: { readonly one: BoardCard; onAssign(): void }) {
  const text = useTexts('cure.dispatchPage');
  const waited = (n: number) => (n < 120 ? text('minutes', { n }) : text('hours', { n: Math.round(n / 60) }));
  return (
    <Card size="small" type="inner" {...(one.isLate && { className: 'ml-board-late' })}>
      <Flex vertical gap={4}>
        <Flex gap={6} align="center" wrap>
          <UrgencyTag urgency={one.urgency} />
          <PageLink to={`/cure/consult/detail?id=${one.id}`}>{one.docNo}</PageLink>
        </Flex>
        <span data-record>{one.signs}</span>
        <Typography.Text type="secondary" data-record>
          {one.place} · <DictName dict="species" value={one.species} /> {one.headIll}
        </Typography.Text>
        <Flex justify="space-between" align="center" gap={8} wrap>
          <Typography.Text type={one.isLate ? 'danger' : 'secondary'}>
            {one.answerBy ? text('until', { at: wallTime(one.answerBy).slice(11, 16) }) : waited(one.minutes)}
            {one.expert && <span data-record> · {one.expert}</span>}
          </Typography.Text>
          <Button size="small" onClick={onAssign}>
            {text('assign')}
          </Button>
        </Flex>
      </Flex>
    </Card>
  );
}
