import { Flex, Space, Tooltip, Typography, theme } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import type { WorkerCard } from '#modules/prevention/contract/workforce/worker.ts';

const oneDay = 86_400_000;
const weeks = 26;
const levels = [0, 0.25, 0.5, 0.75, 1] as const;

/** Half a year of days, week by week; the more was done, the stronger. */
export function WorkCalendar({ days, today }: { readonly days: WorkerCard['days']; readonly today: string }) {
  const { token } = theme.useToken();
  const text = useTexts('prevention.workerPage');
  const byDay = new Map(days.map((one) => [one.day, one]));
  const most = Math.max(1, ...days.map((one) => one.heads));
  const last = Date.parse(today);
  // Weeks begin on Monday.
  const start = last - ((new Date(last).getUTCDay() + 6) % 7) * oneDay - (weeks - 1) * 7 * oneDay;
  const colour = (heads: number) => {
    if (heads === 0) return token.colorFillSecondary;
    const step = levels[Math.min(4, 1 + Math.floor((heads / most) * 3.99))] ?? 1;
    return `color-mix(in srgb, ${token.colorSuccess} ${step * 100}%, ${token.colorBgContainer})`;
  };
  const box = { width: 13, height: 13, borderRadius: 3 } as const;
  if (days.length === 0) return <Typography.Text type="secondary">{text('noDays')}</Typography.Text>;
  return (
    <Flex vertical gap={8}>
      <div style={{ overflowX: 'auto' }}>
        <Flex gap={3}>
          {Array.from({ length: weeks }, (_, week) => {
            const monday = start + week * 7 * oneDay;
            return (
              <Flex key={monday} vertical gap={3}>
                {Array.from({ length: 7 }, (__, at) => {
                  const time = monday + at * oneDay;
                  const day = new Date(time).toISOString().slice(0, 10);
                  const done = byDay.get(day);
                  if (time > last) return <span key={day} style={box} />;
                  return (
                    <Tooltip
                      key={day}
                      title={text('dayTip', { day, visits: done?.visits ?? 0, heads: done?.heads ?? 0 })}
                    >
                      <span style={{ ...box, background: colour(done?.heads ?? 0) }} />
                    </Tooltip>
                  );
                })}
              </Flex>
            );
          })}
        </Flex>
      </div>
      <Flex justify="space-between" wrap gap={8}>
        <Typography.Text type="secondary">
          {text('workDays', { n: days.filter((one) => one.visits > 0).length })}
        </Typography.Text>
        <Space size={4}>
          <Typography.Text type="secondary">{text('less')}</Typography.Text>
          {levels.map((step) => (
            <span key={step} style={{ ...box, display: 'inline-block', background: colour(step * most) }} />
          ))}
          <Typography.Text type="secondary">{text('more')}</Typography.Text>
        </Space>
      </Flex>
    </Flex>
  );
}
