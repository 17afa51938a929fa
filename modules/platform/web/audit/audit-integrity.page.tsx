import { useQuery } from '@tanstack/react-query';
import { Card, Col, Flex, Row, Select, Statistic } from 'antd';
import dayjs from 'dayjs';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { auditChecks, auditDays, type LogName, logNames } from '#modules/platform/contract/audit/audit.ts';
import { CheckHistory } from './check-history.tsx';
import { DayPanel } from './day-panel.tsx';
import { SealCalendar } from './seal-calendar.tsx';
import { StartCheck } from './start-check.tsx';

const chinaToday = () => new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10);

/** Can the records be trusted? Day by day, in words and colours, with the proof behind them. */
export default function AuditIntegrityPage() {
  const text = useTexts('platform.audit');
  const url = useUrlState();
  const today = chinaToday();
  const day = url.get('day') ?? today;
  const month = dayjs(url.get('month') ?? day).startOf('month');
  const logName = logNames.find((one) => one === url.get('log'));
  const from = month.format('YYYY-MM-DD');
  const to = month.endOf('month').format('YYYY-MM-DD');
  const days = useQuery({
    queryKey: ['platform.audit', 'days', from, logName],
    queryFn: () => call(auditDays, { query: { from, to, ...(logName && { logName }) }, quiet: true }),
    placeholderData: (before) => before,
  });
  const checks = useQuery({
    queryKey: ['platform.audit', 'checks'],
    queryFn: () => call(auditChecks, { query: {}, quiet: true }),
  });
  if (days.error) return <Failed error={days.error} onRetry={() => void days.refetch()} />;
  if (!days.data) return <Waiting />;
  const over = days.data.filter((one) => one.day < today && one.rows > 0);
  const whole = over.filter((one) => one.state === 'ok').length;
  const broken = days.data.filter((one) => one.state === 'broken').length;
  const last = checks.data?.checks[0];
  const board = (
    <Row gutter={[12, 12]}>
      <Col xs={24} xl={14}>
        <SealCalendar
          month={month}
          days={days.data}
          selected={day}
          today={today}
          onSelect={(next) => url.set({ day: next })}
          onMonth={(next) => url.set({ month: next.format('YYYY-MM-DD') })}
        />
      </Col>
      <Col xs={24} xl={10}>
        <DayPanel
          day={days.data.find((one) => one.day === day) ?? null}
          logName={logName}
          checks={checks.data?.checks ?? []}
        />
      </Col>
    </Row>
  );
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex justify="space-between" align="center" gap="12px 24px" wrap>
          <Flex gap={32} wrap>
            <Statistic title={text('sealedDays')} value={text('ofDays', { n: whole, all: over.length })} />
            <Statistic
              title={text('brokenDays')}
              value={broken}
              {...(broken > 0 && { styles: { content: { color: 'var(--ant-color-error)' } } })}
            />
            <Statistic title={text('rows')} value={days.data.reduce((sum, one) => sum + one.rows, 0)} />
            <Statistic
              title={text('lastCheck')}
              value={last ? wallTime(last.finishedAt).slice(0, 16) : text('never')}
            />
          </Flex>
          <Flex gap={8} wrap align="center">
            <Select<LogName | ''>
              aria-label={text('log')}
              value={logName ?? ''}
              style={{ width: 160 }}
              onChange={(value) => url.set({ log: value || null })}
              options={[{ value: '', label: text('all') }, ...logNames.map((value) => ({ value, label: text(value) }))]}
            />
            <StartCheck logName={logName} />
          </Flex>
        </Flex>
      </Card>
      {board}
      <CheckHistory checks={checks.data?.checks ?? []} loading={checks.isPending} />
    </Flex>
  );
}
