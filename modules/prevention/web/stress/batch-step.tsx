import { useQuery } from '@tanstack/react-query';
import { App, DatePicker, Flex, Form, Input, Modal, Table, Typography } from 'antd';
import dayjs from 'dayjs';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { payStress, publiciseStress, stressPayees } from '#modules/prevention/contract/stress/stress.ts';
import type { StressCase } from '#modules/prevention/contract/stress/stress-case.ts';
import { useStep } from './use-step.ts';

interface Props {
  readonly step: 'publicise' | 'pay';
  readonly rows: readonly StressCase[];
  onClose(): void;
}

/** Several cases at once: each stands or falls alone, and what failed is named. */
export function BatchStep({ step, rows, onClose }: Props) {
  const t = useT();
  const id = useId();
  const text = useTexts('prevention.stress');
  const { modal } = App.useApp();
  const { busy, run } = useStep(onClose);
  const [on, setOn] = useState(dayjs());
  const [batchNo, setBatchNo] = useState(`BC${dayjs().format('YYYYMMDD')}`);
  const [voucher, setVoucher] = useState<number[]>([]);
  const payees = usePayees(rows, step === 'pay');
  const items = rows.map((row) => ({ id: row.id, version: row.version }));
  const sum = rows.reduce((total, row) => total + (row.amount ?? 0), 0);
  const save = () =>
    run(async () => {
      const day = on.format('YYYY-MM-DD');
      const { failed } =
        step === 'pay'
          ? await call(payStress, {
              body: { items, payBatchNo: batchNo, paidOn: day, voucherId: voucher[0] ?? null },
            })
          : await call(publiciseStress, { body: { items, publicFrom: day } });
      if (failed.length > 0)
        modal.warning({
          title: text('failed'),
          content: (
            <Flex vertical data-record>
              {failed.map((one) => (
                <span key={one.id}>{`${rows.find((row) => row.id === one.id)?.docNo ?? one.id} ${one.msg}`}</span>
              ))}
            </Flex>
          ),
        });
    });
  return (
    <Modal
      open
      width={step === 'pay' ? 680 : 460}
      title={text(`${step}N`, { n: rows.length })}
      okText={t.any(`prevention.stressCase._${step}`)}
      okButtonProps={{ disabled: step === 'pay' && (batchNo.trim() === '' || !payees.isSuccess) }}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        {step === 'pay' && <PayeesTable payees={payees} />}
        <Typography.Paragraph>
          {text('sumAmount', { n: rows.length, amount: sum.toLocaleString('en', { minimumFractionDigits: 2 }) })}
        </Typography.Paragraph>
        {step === 'pay' && (
          <Form.Item label={text('batchNo')} htmlFor={`${id}-batch`} required>
            <Input
              id={`${id}-batch`}
              maxLength={60}
              value={batchNo}
              onChange={(event) => setBatchNo(event.target.value)}
              style={{ width: 240 }}
            />
          </Form.Item>
        )}
        <Form.Item label={text(step === 'pay' ? 'paidOn' : 'publicFrom')} htmlFor={`${id}-on`} required>
          <DatePicker
            id={`${id}-on`}
            value={on}
            allowClear={false}
            {...(step === 'pay' ? { maxDate: dayjs() } : { minDate: dayjs() })}
            onChange={(next) => next && setOn(next)}
          />
        </Form.Item>
        {step === 'pay' && (
          <Form.Item label={text('voucher')}>
            <AttachmentsField bizType="prevention.stressCase" most={1} value={voucher} onChange={setVoucher} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}

/** R36: the accounts in clear, for whoever pays into them. */
function usePayees(rows: readonly StressCase[], isWanted: boolean) {
  const ids = rows.map((row) => row.id);
  return useQuery({
    queryKey: ['prevention.stressPayees', ...ids],
    gcTime: 0,
    enabled: isWanted,
    queryFn: () => call(stressPayees, { body: { ids }, quiet: true }),
  });
}

function PayeesTable({ payees }: { readonly payees: ReturnType<typeof usePayees> }) {
  const text = useTexts('prevention.stress');
  const label = useTexts('prevention.stressCase');
  if (payees.error) return <Failed error={payees.error} onRetry={() => void payees.refetch()} />;
  return (
    <Table
      aria-label={text('payList')}
      size="small"
      rowKey="id"
      pagination={false}
      loading={payees.isFetching}
      scroll={{ y: 240 }}
      dataSource={payees.data ?? []}
      style={{ marginBlockEnd: 12 }}
      columns={[
        { key: 'docNo', title: label('docNo'), dataIndex: 'docNo', width: 150 },
        { key: 'name', title: label('payeeName'), dataIndex: 'payeeName' },
        { key: 'account', title: text('account'), dataIndex: 'payeeAccount', width: 190 },
        {
          key: 'amount',
          title: label('amount'),
          align: 'end',
          width: 120,
          render: (_, one) => one.amount.toLocaleString('en', { minimumFractionDigits: 2 }),
        },
      ]}
    />
  );
}
