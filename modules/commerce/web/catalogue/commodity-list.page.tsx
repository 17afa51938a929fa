import { useQuery } from '@tanstack/react-query';
import { Button, Input, InputNumber, Modal, Segmented, Select } from 'antd';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import {
  type Commodity,
  commodity,
  commodityContent,
  importStock,
  setStock,
} from '#modules/commerce/contract/catalogue/commodity.ts';

import { StateStrip, type StateTab } from '../common/state-strip.tsx';

const tabs: readonly StateTab[] = [
  { key: 'draft', filter: { status: 'draft' } },
  { key: 'reviewing', filter: { status: 'reviewing' } },
  { key: 'approved', filter: { status: 'approved' } },
  { key: 'rejected', filter: { status: 'rejected' }, isBad: true },
  { key: 'stopped', filter: { status: 'stopped' } },
  { key: 'lowStock', filter: { lowStock: 'true' }, isBad: true },
];
const formPath = '/suppliers/commodity/add';
const detailPath = '/suppliers/commodity/detail';

/** 商品管理: what the supplier offers, what of it is on the shelf, and what is left. */
export default function CommodityListPage() {
  const text = useTexts('commerce.commodityPage');
  const { openPage } = usePage();
  const { actions } = useSession();
  const [counting, setCounting] = useState<Commodity | null>(null);
  const [isImport, setImport] = useState(false);
  return (
    <>
      <ListPage
        resource={commodity}
        above={() => <StateStrip resource={commodity} tabs={tabs} />}
        onForm={({ id }) => openPage(id ? `${formPath}?id=${id}` : formPath)}
        onOpen={(row) => openPage(`${detailPath}?id=${row.id}`)}
        cells={{ title: (row) => <PageLink to={`${detailPath}?id=${row.id}`}>{row.title}</PageLink> }}
        actions={(row) => [
          { key: 'stock', label: text('stock'), run: () => setCounting(row) },
          {
            key: 'records',
            label: text('records'),
            run: () => openPage(`/suppliers/commodity/operatingRecord?objectType=commodity&objectId=${row.id}`),
          },
        ]}
        extra={() =>
          actions.has('supplier:commodity:import') && (
            <Button onClick={() => setImport(true)}>{text('importStock')}</Button>
          )
        }
      />
      {counting && <StockDialog row={counting} onClose={() => setCounting(null)} />}
      {isImport && <ImportDialog onClose={() => setImport(false)} />}
    </>
  );
}

function StockDialog({ row, onClose }: { readonly row: Commodity; onClose(): void }) {
  const t = useT();
  const text = useTexts('commerce.commodityPage');
  const changed = useChanged(commodity);
  const { data } = useQuery({
    queryKey: ['commerce.commodityContent', row.id],
    queryFn: () => call(commodityContent, { query: { id: row.id }, quiet: true }),
  });
  const [skuId, setSku] = useState<number | null>(null);
  const [mode, setMode] = useState<'set' | 'add'>('add');
  const [qty, setQty] = useState<number | null>(null);
  const skus = data?.skus ?? [];
  const chosen = skus.find((one) => one.id === skuId) ?? skus[0];
  const save = async () => {
    if (!chosen || qty === null) return;
    await call(setStock, { body: { skuId: chosen.id, mode, qty }, idempotencyKey: newKey() });
    notify('success', t('ok.saved'));
    await changed();
    onClose();
  };
  return (
    <Modal
      open
      title={`${text('stock')} · ${row.title}`}
      onCancel={onClose}
      okButtonProps={{ disabled: qty === null || !chosen }}
      onOk={() => void save().catch(() => {})}
    >
      <Select
        aria-label={text('pack')}
        style={{ width: '100%', marginBlockEnd: 12 }}
        value={chosen?.id ?? null}
        onChange={setSku}
        options={skus.map((one) => ({
          value: one.id,
          label: text('packStock', { spec: one.spec, stock: one.stockQty, locked: one.lockedQty }),
        }))}
      />
      <Segmented
        value={mode}
        onChange={(value) => setMode(value as typeof mode)}
        options={(['add', 'set'] as const).map((value) => ({ value, label: text(value) }))}
      />
      <InputNumber
        aria-label={text('qty')}
        style={{ marginInlineStart: 12 }}
        value={qty}
        min={mode === 'set' ? 0 : -1_000_000}
        onChange={setQty}
      />
    </Modal>
  );
}

/** Two columns out of a spreadsheet: number of the pack, quantity. */
function ImportDialog({ onClose }: { onClose(): void }) {
  const text = useTexts('commerce.commodityPage');
  const changed = useChanged(commodity);
  const [block, setBlock] = useState('');
  const items = block
    .split('\n')
    .map((line) => line.trim().split(/[\t,;]+/))
    .flatMap(([skuNo = '', qty = '']) => (skuNo && /^\d+$/.test(qty.trim()) ? [{ skuNo, qty: Number(qty) }] : []));
  const save = async () => {
    const { done } = await call(importStock, { body: { mode: 'set', items }, idempotencyKey: newKey() });
    notify('success', text('imported', { n: done }));
    await changed();
    onClose();
  };
  return (
    <Modal
      open
      title={text('importStock')}
      okText={text('importN', { n: items.length })}
      okButtonProps={{ disabled: items.length === 0 }}
      onCancel={onClose}
      onOk={() => void save().catch(() => {})}
    >
      <p>{text('importHint')}</p>
      <Input.TextArea
        aria-label={text('importStock')}
        rows={10}
        value={block}
        onChange={(event) => setBlock(event.target.value)}
        placeholder={'K00000012\t120'}
      />
    </Modal>
  );
}
