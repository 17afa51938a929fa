import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Flex, Input, Modal } from 'antd';
import { useState } from 'react';
import type { z } from 'zod';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { useRows } from '#kit/web/use-rows.ts';
import { batchSettlements, insSettlement, takeSettlementResults } from '#modules/insurance/contract/payout/payout.ts';

type Made = z.output<typeof batchSettlements.data>;
type Taken = z.output<typeof takeSettlementResults.data>;

/** 赔款支付: a file for the bank, and the bank's answer. */
export default function SettlementPage() {
  const text = useTexts('insurance.payPage');
  const mayPay = useCan('ins:settlement:pay');
  const [open, setOpen] = useState<'batch' | 'result' | null>(null);
  return (
    <>
      <ResourcePage
        resource={insSettlement}
        isOwn={false}
        cells={{
          claimId: (row) => (
            <PageLink to={`/insuranceMgt/claimDetail?id=${row.claimId}`}>{row.claimIdName ?? ''}</PageLink>
          ),
        }}
        extra={() =>
          mayPay && (
            <>
              <Button onClick={() => setOpen('result')}>{text('result')}</Button>
              <Button type="primary" onClick={() => setOpen('batch')}>
                {text('batch')}
              </Button>
            </>
          )
        }
      />
      {open === 'batch' && <BatchDialog onClose={() => setOpen(null)} />}
      {open === 'result' && <ResultDialog onClose={() => setOpen(null)} />}
    </>
  );
}

const save = ({ batchNo, file }: Made) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([file], { type: 'text/csv;charset=utf-8' }));
  link.download = `${batchNo}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
};
/** Everything that waits, in one file. */
function BatchDialog({ onClose }: { onClose(): void }) {
  const text = useTexts('insurance.payPage');
  const client = useQueryClient();
  const { data } = useRows(insSettlement, { status: 'waiting' }, 1, 200);
  const [made, setMade] = useState<Made | null>(null);
  const { busy, act } = useAct(() => void client.invalidateQueries());
  const rows = (data?.rows ?? []).filter((one) => one.accountMask);
  const run = () => act(() => call(batchSettlements, { body: { settlementIds: rows.map((one) => one.id) } }), setMade);
  return (
    <Modal
      open
      title={text('batch')}
      onCancel={onClose}
      footer={
        made ? (
          <Button type="primary" onClick={() => save(made)}>
            {text('save')}
          </Button>
        ) : (
          <Button type="primary" loading={busy} disabled={rows.length === 0} onClick={() => void run()}>
            {text('batch')}
          </Button>
        )
      }
    >
      {made ? (
        <Alert
          type="success"
          title={text('made', { no: made.batchNo, n: made.lines, amount: moneyText(made.totalCents) })}
        />
      ) : (
        <Flex vertical gap={4}>
          {rows.map((one) => (
            <span key={one.id} data-record>{`${one.docNo} ${one.payeeName} ${moneyText(one.amount)}`}</span>
          ))}
        </Flex>
      )}
    </Modal>
  );
}

function ResultDialog({ onClose }: { onClose(): void }) {
  const text = useTexts('insurance.payPage');
  const client = useQueryClient();
  const [lines, setLines] = useState('');
  const [taken, setTaken] = useState<Taken | null>(null);
  const { busy, act } = useAct(() => void client.invalidateQueries());
  const run = () => act(() => call(takeSettlementResults, { body: { text: lines } }), setTaken);
  return (
    <Modal
      open
      width={640}
      title={text('result')}
      okButtonProps={{ disabled: !lines.trim() }}
      confirmLoading={busy}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <Input.TextArea
        rows={8}
        value={lines}
        aria-label={text('paste')}
        placeholder={text('paste')}
        onChange={({ target }) => setLines(target.value)}
      />
      {taken && (
        <Flex vertical gap={8} style={{ marginBlockStart: 12 }}>
          <Alert type="success" title={text('taken', { n: taken.settled, closed: taken.closed })} />
          {[...taken.differing, ...taken.unknown].map((no) => (
            <Alert key={no} type="warning" title={text('differing', { no })} />
          ))}
          {taken.unreadable.map((n) => (
            <Alert key={n} type="error" title={text('unreadable', { n })} />
          ))}
        </Flex>
      )}
    </Modal>
  );
}
