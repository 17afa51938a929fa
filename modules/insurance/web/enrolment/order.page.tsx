import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Flex, Input, Modal, Typography } from 'antd';
import { useState } from 'react';
import type { z } from 'zod';
import type { BodyInput } from '#kit/contract/endpoint.ts';
import { parseCents } from '#kit/contract/money.ts';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { insOrder, matchOrders } from '#modules/insurance/contract/enrolment/order.ts';

/** 订单管理: what each holder owes, and the bank's file against it. */
export default function OrderPage() {
  const text = useTexts('insurance.orderPage');
  const mayEdit = useCan('ins:order:edit');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ResourcePage
        resource={insOrder}
        isOwn={false}
        extra={() => mayEdit && <Button onClick={() => setOpen(true)}>{text('match')}</Button>}
      />
      {isOpen && <MatchDialog onClose={() => setOpen(false)} />}
    </>
  );
}

type Row = BodyInput<typeof matchOrders>['rows'][number];
/** `serial, amount, name, day`, by comma or tab, as banks write them. */
export function readLines(text: string): { rows: Row[]; unreadable: number[] } {
  const rows: Row[] = [];
  const unreadable: number[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (!line.trim()) continue;
    const [serial = '', amount = '', name = '', on = ''] = line.split(/[,\t，]/).map((one) => one.trim());
    const isAmount = /^\d{1,12}(\.\d{1,2})?$/.test(amount);
    if (!serial || !name || !isAmount || !/^\d{4}-\d{2}-\d{2}$/.test(on)) unreadable.push(at + 1);
    else rows.push({ serial, amountCents: parseCents(amount), name, on });
  }
  return { rows, unreadable };
}

function MatchDialog({ onClose }: { onClose(): void }) {
  const text = useTexts('insurance.orderPage');
  const client = useQueryClient();
  const [lines, setLines] = useState('');
  const [found, setFound] = useState<z.output<typeof matchOrders.data> | null>(null);
  const [busy, setBusy] = useState(false);
  const { rows, unreadable } = readLines(lines);
  const run = async (commit: boolean) => {
    setBusy(true);
    try {
      setFound(await call(matchOrders, { body: { rows, commit } }));
      if (!commit) return;
      void client.invalidateQueries();
      onClose();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={640}
      title={text('match')}
      onCancel={onClose}
      footer={[
        <Button key="try" loading={busy} disabled={rows.length === 0} onClick={() => void run(false)}>
          {text('try')}
        </Button>,
        <Button
          key="commit"
          type="primary"
          loading={busy}
          disabled={!found || found.matched === 0}
          onClick={() => void run(true)}
        >
          {text('commit')}
        </Button>,
      ]}
    >
      <Typography.Paragraph type="secondary">{text('hint')}</Typography.Paragraph>
      <Input.TextArea
        rows={8}
        value={lines}
        aria-label={text('paste')}
        placeholder={text('paste')}
        onChange={({ target }) => {
          setLines(target.value);
          setFound(null);
        }}
      />
      <Flex vertical gap={8} style={{ marginBlockStart: 12 }}>
        {unreadable.map((n) => (
          <Alert key={n} type="error" title={text('unreadable', { n })} />
        ))}
        {found && (
          <Alert type="success" title={text('matched', { n: found.matched, amount: moneyText(found.matchedCents) })} />
        )}
        {found?.unmatched.map((one) => (
          <Alert
            key={one.serial}
            type="warning"
            title={`${text('unmatched')} ${one.serial} ${one.name} ${moneyText(one.amountCents)}`}
          />
        ))}
        {found?.ambiguous.map((one) => (
          <Alert key={one.serial} type="warning" title={`${text('ambiguous')} ${one.name} ${one.orders.join(' ')}`} />
        ))}
      </Flex>
    </Modal>
  );
}
