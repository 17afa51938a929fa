import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Card, Empty, Flex, Segmented, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { dayFromNow } from '#kit/web/ui/times.ts';
import { type DueDose, tickDose, todaysDoses } from '#modules/cure/contract/treatment/treatment.ts';

/** 今日用药: by holder, one tap per dose; what was missed on an earlier day is red. */
export default function TodayPage() {
  const text = useTexts('cure.todayPage');
  const [day, setDay] = useState<'today' | 'tomorrow'>('today');
  const on = dayFromNow(day === 'today' ? 0 : 1);
  const { data, error, refetch } = useQuery({
    queryKey: ['cure.today', on],
    queryFn: () => call(todaysDoses, { query: { on }, quiet: true }),
  });
  const holders = [...Map.groupBy(data ?? [], (one) => one.principalId).values()];
  return (
    <Flex vertical gap={12}>
      <Segmented
        value={day}
        onChange={(value) => setDay(value as typeof day)}
        options={(['today', 'tomorrow'] as const).map((value) => ({ value, label: text(value) }))}
        style={{ alignSelf: 'start' }}
      />
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data?.length === 0 && <Empty description={text('nothing')} />}
      {holders.map((doses) => (
        <Card key={doses[0]?.principalId} size="small" title={<span data-record>{doses[0]?.holder}</span>}>
          <Flex vertical gap={10}>
            {doses.map((one) => (
              <Dose key={one.lineId} one={one} on={on} mayTick={day === 'today'} onDone={() => void refetch()} />
            ))}
          </Flex>
        </Card>
      ))}
    </Flex>
  );
}

interface DoseProps {
  readonly one: DueDose;
  readonly on: string;
  readonly mayTick: boolean;
  onDone(): void;
}

function Dose({ one, on, mayTick, onDone }: DoseProps) {
  const text = useTexts('cure.todayPage');
  const [key, setKey] = useState(newKey);
  const tick = useMutation({
    mutationFn: () => call(tickDose, { body: { requestId: key, lineId: one.lineId, on }, idempotencyKey: key }),
    onSuccess: () => {
      setKey(newKey());
      onDone();
    },
  });
  const isDone = one.given >= one.times;
  return (
    <Flex gap={12} wrap align="center" justify="space-between">
      <Flex vertical>
        <Typography.Text strong data-record>
          {one.medicine} {one.dose} {one.doseUnit}
        </Typography.Text>
        <Typography.Text type="secondary">
          {text('about', { heads: one.heads, day: one.day, days: one.days })}{' '}
          <PageLink to={`/cure/prescription/detail?id=${one.prescriptionId}`}>{one.docNo}</PageLink>
        </Typography.Text>
      </Flex>
      <Flex gap={8} align="center">
        {one.isLate && <Tag color="error">{text('missed')}</Tag>}
        <Tag color={isDone ? 'success' : 'default'}>{text('given', { n: one.given, of: one.times })}</Tag>
        {mayTick && (
          <Button type="primary" disabled={isDone} loading={tick.isPending} onClick={() => tick.mutate()}>
            {text('tick')}
          </Button>
        )}
      </Flex>
    </Flex>
  );
}
