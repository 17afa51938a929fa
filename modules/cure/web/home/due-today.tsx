import { useQuery } from '@tanstack/react-query';
import { Card, Empty, Flex, Tag } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { todaysDoses } from '#modules/cure/contract/treatment/treatment.ts';

const most = 6;

/** The doses of the day that nobody has ticked yet; ticking is the page's own work. */
export function DueToday() {
  const text = useTexts('cure.home');
  const { data, error, refetch } = useQuery({
    queryKey: ['cure.today', 'home'],
    queryFn: () => call(todaysDoses, { query: {}, quiet: true }),
  });
  const due = (data ?? []).filter((one) => one.given < one.times);
  return (
    <Card
      size="small"
      title={text('dueToday')}
      style={{ height: '100%' }}
      extra={<PageLink to="/cure/treatment/today">{text('all')}</PageLink>}
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && due.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('nothingDue')} />}
      <Flex vertical gap={8}>
        {due.slice(0, most).map((one) => (
          <Flex key={one.lineId} gap={8} align="center" justify="space-between" wrap>
            <span data-record>
              {one.holder} · {one.medicine} {one.dose} {one.doseUnit}
            </span>
            {one.isLate ? <Tag color="error">{text('missed')}</Tag> : <Tag>{`${one.day} / ${one.days}`}</Tag>}
          </Flex>
        ))}
      </Flex>
    </Card>
  );
}
