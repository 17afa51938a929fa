import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Flex, Form, Input, InputNumber, Modal, Table, Tag } from 'antd';
import { useState } from 'react';
import { field } from '#kit/contract/field.ts';
import { formatCents, parseCents, sumCents } from '#kit/contract/money.ts';
import { call } from '#kit/web/api/client.ts';
import { RefField } from '#kit/web/fields/ref.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { type DisposalCase, disposable, sellCase, setLots } from '#modules/bank/contract/disposal/disposal.ts';
import { useLabel } from '../site/parts.ts';

interface Props {
  readonly row: DisposalCase;
  onClose(): void;
}

/** Which animals are sold together, and from what price on. */
export function LotsDialog({ row, onClose }: Props) {
  const t = useT();
  const text = useTexts('bank.disposalPage');
  const client = useQueryClient();
  const stage = useLabel('stage');
  const [chosen, setChosen] = useState<number[]>([]);
  const [price, setPrice] = useState<string | null>(null);
  const [lots, setOwn] = useState<{ animalIds: number[]; startPrice: number }[]>(
    row.lots.map((one) => ({ animalIds: [...one.animalIds], startPrice: one.startPrice })),
  );
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: ['bank', 'disposable', row.id],
    queryFn: () => call(disposable, { params: { id: String(row.id) } as never, quiet: true }),
  });
  const taken = new Set(lots.flatMap((one) => one.animalIds));
  const save = async () => {
    setBusy(true);
    try {
      await call(setLots, { body: { id: row.id, version: row.version, lots } });
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
      width={760}
      title={text('lots')}
      onCancel={onClose}
      onOk={() => void save()}
      confirmLoading={busy}
      okButtonProps={{ disabled: lots.length === 0 }}
    >
      <Flex vertical gap={12}>
        <Table
          size="small"
          rowKey="animalId"
          loading={!data}
          dataSource={(data ?? []).filter((one) => !taken.has(one.animalId))}
          scroll={{ y: 260 }}
          pagination={false}
          rowSelection={{
            selectedRowKeys: chosen,
            onChange: (keys) => setChosen(keys as number[]),
            getCheckboxProps: (one) => ({ disabled: one.block !== null, name: one.earTag }),
          }}
          columns={[
            {
              key: 'tag',
              title: t('bank.pledgeItem.earTag'),
              render: (_, one) => <span data-record>{one.earTag}</span>,
            },
            { key: 'stage', title: t('bank.pledgeItem.stage'), render: (_, one) => stage(one.stage) },
            {
              key: 'value',
              title: t('bank.pledgeItem.value'),
              align: 'end',
              render: (_, one) => (one.value === null ? '-' : moneyText(one.value)),
            },
            { key: 'block', title: '', render: (_, one) => (one.block ? <Tag color="red">{one.block}</Tag> : null) },
          ]}
        />
        <Flex gap={8} wrap>
          <InputNumber<string>
            stringMode
            min="0"
            precision={2}
            placeholder={text('startPrice')}
            aria-label={text('startPrice')}
            value={price}
            onChange={setPrice}
          />
          <Button
            disabled={chosen.length === 0 || price === null}
            onClick={() => {
              setOwn([...lots, { animalIds: chosen, startPrice: parseCents(price ?? '0') }]);
              setChosen([]);
              setPrice(null);
            }}
          >
            {text('addLot', { n: chosen.length })}
          </Button>
        </Flex>
        {lots.map((one, at) => (
          <Flex key={one.animalIds.join()} gap={12} align="center">
            <span>{text('lot', { at: at + 1, n: one.animalIds.length, x: moneyText(one.startPrice) })}</span>
            <Button size="small" onClick={() => setOwn(lots.filter((_, index) => index !== at))}>
              {t('kit.remove')}
            </Button>
          </Flex>
        ))}
      </Flex>
    </Modal>
  );
}

const buyerField = field.ref('registry.principal', { optional: true });
/** R47: who buys, for how much each lot; the animals are the buyer's with the press of the button. */
export function SellDialog({ row, onClose }: Props) {
  const t = useT();
  const text = useTexts('bank.disposalPage');
  const client = useQueryClient();
  const [buyerId, setBuyer] = useState<number | null>(null);
  const [buyerText, setText] = useState('');
  const [prices, setPrices] = useState<readonly string[]>(row.lots.map((one) => formatCents(one.startPrice)));
  const [costs, setCosts] = useState<string>('0');
  const [busy, setBusy] = useState(false);
  const proceeds = sumCents(prices.map((one) => parseCents(one || '0')));
  const net = Math.max(0, proceeds - parseCents(costs || '0'));
  const save = async () => {
    setBusy(true);
    try {
      await call(sellCase, {
        body: {
          id: row.id,
          version: row.version,
          buyerId,
          buyerText: buyerText.trim() || null,
          soldPrices: prices.map((one) => parseCents(one || '0')),
          costs: parseCents(costs || '0'),
        },
      });
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
      title={text('sell')}
      onCancel={onClose}
      onOk={() => void save()}
      confirmLoading={busy}
      okButtonProps={{ danger: true, disabled: buyerId === null && buyerText.trim() === '' }}
    >
      <Form layout="vertical">
        <Form.Item label={t('bank.disposalCase.buyerId')} extra={text('buyerHint')}>
          <RefField
            id="buyer"
            field={buyerField}
            value={buyerId}
            onChange={(next) => setBuyer(next as number | null)}
            onBlur={() => {}}
            disabled={false}
            invalid={false}
            describedBy={undefined}
          />
        </Form.Item>
        {buyerId === null && (
          <Form.Item label={t('bank.disposalCase.buyerText')}>
            <Input maxLength={80} value={buyerText} onChange={({ target }) => setText(target.value)} />
          </Form.Item>
        )}
        {row.lots.map((one, at) => (
          <Form.Item
            key={one.animalIds.join()}
            label={text('lot', { at: at + 1, n: one.animalIds.length, x: moneyText(one.startPrice) })}
          >
            <InputNumber<string>
              stringMode
              min="0"
              precision={2}
              style={{ inlineSize: '100%' }}
              value={prices[at] ?? null}
              onChange={(next) => setPrices(prices.map((old, index) => (index === at ? (next ?? '0') : old)))}
            />
          </Form.Item>
        ))}
        <Form.Item label={t('bank.disposalCase.costs')}>
          <InputNumber<string>
            stringMode
            min="0"
            precision={2}
            style={{ inlineSize: '100%' }}
            value={costs}
            onChange={(next) => setCosts(next ?? '0')}
          />
        </Form.Item>
        <Alert type="info" title={text('net', { x: moneyText(net) })} />
      </Form>
    </Modal>
  );
}
