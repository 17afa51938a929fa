import { useQuery } from '@tanstack/react-query';
import { Card, Empty, Flex, Tag } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { dutyRoster, shifts } from '#modules/cure/contract/people/duty-slot.ts';
import { DictName } from '#modules/registry/web/index.ts';

/** The reader's own shifts of the next seven days; whoever leads sees what they lack. */
export function MyDuty() {
  const text = useTexts('cure.home');
  const now = wallTime(new Date().toISOString());
  const from = now.slice(0, 10);
  const { data } = useQuery({
    queryKey: ['cure.dutyRoster', from, 7],
    queryFn: () => call(dutyRoster, { query: { from, days: 7 }, quiet: true }),
  });
  const hour = Number(now.slice(11, 13));
  const mine = (data?.days ?? []).flatMap((day) =>
    day.shifts.filter((one) => one.people.some((person) => person.isMine)).map((one) => ({ on: day.on, ...one })),
  );
  const isNow = (on: string, shift: string) => {
    const [first, last] = shifts[shift as keyof typeof shifts];
    return on === from && hour >= first && hour < last;
  };
  return (
    <Card
      size="small"
      title={text('myDuty')}
      style={{ height: '100%' }}
      extra={<PageLink to="/cure/expert/duty">{text('all')}</PageLink>}
    >
      {!data && <Waiting />}
      {data && mine.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noDuty')} />}
      <Flex vertical gap={8}>
        {mine.slice(0, 7).map((one) => (
          <Flex key={`${one.on} ${one.shift}`} gap={8} align="center">
            {one.on} <DictName dict="duty_shift" value={one.shift} />
            {isNow(one.on, one.shift) && <Tag color="success">{text('onDutyNow')}</Tag>}
            {one.gaps.length > 0 && <Tag color="error">{text('dutyGap')}</Tag>}
          </Flex>
        ))}
      </Flex>
    </Card>
  );
}
