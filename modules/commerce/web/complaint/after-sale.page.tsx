import { Form, Input, InputNumber, Modal, Radio } from 'antd';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { useSession } from '#kit/web/shell-context.ts';
import { toCents } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { type AfterSale, afterSale, decideAfterSale } from '#modules/commerce/contract/complaint/after-sale.ts';
import { DictSelect } from '../common/dict-select.tsx';

/** 售后: the buyer's complaints; what was brought before the authority is decided here. */
export default function AfterSalePage() {
  const text = useTexts('commerce.afterSalePage');
  const { actions, user } = useSession();
  const [deciding, setDeciding] = useState<AfterSale | null>(null);
  const mayDecide = (row: AfterSale) =>
    row.status === 'escalated' && actions.has('selection:order:arbitrate') && row.principalId !== user.principalId;
  return (
    <>
      <ResourcePage
        resource={afterSale}
        cells={{
          orderNo: (row) => (
            <PageLink to={`/selectionLib/orderCenter/detail?id=${row.orderId}`}>{row.orderNo}</PageLink>
          ),
        }}
        actions={(row) =>
          mayDecide(row) ? [{ key: 'decide', label: text('decide'), isMain: true, run: () => setDeciding(row) }] : []
        }
      />
      {deciding && <DecideDialog row={deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}

function DecideDialog({ row, onClose }: { readonly row: AfterSale; onClose(): void }) {
  const text = useTexts('commerce.afterSalePage');
  const changed = useChanged(afterSale);
  const [kind, setKind] = useState(row.kind);
  const [amount, setAmount] = useState(row.askAmount ?? 0);
  const [freightBy, setFreight] = useState<'buyer' | 'supplier'>('supplier');
  const [decision, setDecision] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      const body = { id: row.id, version: row.version, kind: kind as 'refundOnly', amount, freightBy, decision };
      await call(decideAfterSale, { body, idempotencyKey: newKey() });
      await changed();
      onClose();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={text('decideTitle', { no: row.docNo })}
      onCancel={onClose}
      okButtonProps={{ disabled: decision.trim() === '', loading: busy }}
      onOk={() => void send().catch(() => {})}
    >
      <Form layout="vertical">
        <Form.Item label={text('kind')}>
          <DictSelect dict="after_sale_kind" label={text('kind')} value={kind} onChange={setKind} />
        </Form.Item>
        <Form.Item label={text('amount')} htmlFor="decide-amount">
          <InputNumber
            id="decide-amount"
            precision={2}
            min={0}
            value={amount / 100}
            onChange={(value) => setAmount(value === null ? 0 : toCents(value))}
          />
        </Form.Item>
        <Form.Item label={text('freightBy')}>
          <Radio.Group
            value={freightBy}
            onChange={(event) => setFreight(event.target.value as typeof freightBy)}
            options={(['supplier', 'buyer'] as const).map((value) => ({ value, label: text(value) }))}
          />
        </Form.Item>
        <Form.Item label={text('decision')} htmlFor="decide-words" required>
          <Input.TextArea
            id="decide-words"
            maxLength={300}
            value={decision}
            onChange={(event) => setDecision(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
