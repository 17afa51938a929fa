import { Button, Card, DatePicker, Flex, Input, Modal, Tag, Tooltip, Typography } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { closeMonth, reopenMonth } from '#modules/farm/contract/cost/cost.ts';
import type { Report } from './cost-report.page.tsx';

/** R44: closed months take no more bookings; whoever opens one says why. */
export function MonthsCard({ months, onChange }: { readonly months: Report['months']; onChange(): void }) {
  const text = useTexts('farm.costReport');
  const mayClose = useCan('anm:month:close');
  const [month, setMonth] = useState(dayjs().subtract(1, 'month').format('YYYY-MM'));
  const [reopening, setReopening] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work();
      onChange();
    } catch {
      // The client has said why.
    }
  };
  return (
    <Card
      size="small"
      title={text('months')}
      extra={
        mayClose && (
          <Flex gap={8}>
            <DatePicker
              picker="month"
              size="small"
              allowClear={false}
              value={dayjs(month)}
              maxDate={dayjs().subtract(1, 'month')}
              onChange={(day) => day && setMonth(day.format('YYYY-MM'))}
            />
            <Button size="small" onClick={() => void run(() => call(closeMonth, { body: { month } }))}>
              {text('close')}
            </Button>
          </Flex>
        )
      }
    >
      <Flex gap={8} wrap align="center">
        {months.map((one) => (
          <Tooltip key={one.month} title={[one.by, one.reason].filter(Boolean).join(' · ')}>
            <Tag
              color={one.isClosed ? 'success' : 'default'}
              {...(mayClose &&
                one.isClosed && {
                  closable: true,
                  onClose: (event: { preventDefault(): void }) => {
                    event.preventDefault();
                    setReopening(one.month);
                  },
                })}
            >
              {one.month} {text(one.isClosed ? 'closed' : 'open')}
            </Tag>
          </Tooltip>
        ))}
        <Typography.Text type="secondary">{text('closeAsk')}</Typography.Text>
      </Flex>
      <Modal
        open={reopening !== null}
        title={`${text('reopen')} ${reopening ?? ''}`}
        okButtonProps={{ disabled: reason.trim().length < 2 }}
        onCancel={() => setReopening(null)}
        onOk={() =>
          void run(async () => {
            await call(reopenMonth, { body: { month: reopening as string, reason } });
            setReopening(null);
            setReason('');
          })
        }
      >
        <Input.TextArea
          value={reason}
          maxLength={500}
          placeholder={text('reason')}
          onChange={(event) => setReason(event.target.value)}
        />
      </Modal>
    </Card>
  );
}
