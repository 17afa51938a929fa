import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Descriptions, Empty, Modal } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import {
  type BankProduct,
  bankProduct,
  productExample,
  reviseProduct,
} from '#modules/bank/contract/product/bank-product.ts';

/** What the spec proposes for a new product; every one of them is the bank's to change. */
const initial = {
  minDaysHeld: 60,
  maxLtv: 70,
  warnLtv: 75,
  callLtv: 80,
  stopLtv: 90,
  weightDays: 90,
  unseenDays: 3,
  unseenCut: 100,
  uninsuredCut: 100,
  insuranceNeeded: true,
  deviceShare: 95,
  cameraNeeded: false,
  titleNeeded: true,
  noticeDays: 3,
  countEveryDays: 30,
  patrolEveryDays: 30,
  marginDays: 5,
  swapAllowed: true,
  saleDays: 7,
};

/** 贷款产品: every version that was ever sold; what is on sale is followed, not changed. */
export default function ProductPage() {
  const text = useTexts('bank.bankProduct');
  const client = useQueryClient();
  const mayEdit = useCan('bank:product:edit');
  const [shown, setShown] = useState<BankProduct | null>(null);
  const { act } = useAct(() => void client.invalidateQueries());
  return (
    <>
      <ResourcePage
        resource={bankProduct}
        form={{ initial }}
        actions={(row) => [
          { key: 'example', label: text('_example'), run: () => setShown(row) },
          ...(mayEdit && row.status !== 'draft'
            ? [
                {
                  key: 'revise',
                  label: text('_revise'),
                  run: () => act(() => call(reviseProduct, { body: { id: row.id } })),
                },
              ]
            : []),
        ]}
      />
      {shown && <Example product={shown} onClose={() => setShown(null)} />}
    </>
  );
}

const heads = 40;
/** What forty head would carry at today's prices, in the steps of the calculation. */
function Example({ product, onClose }: { readonly product: BankProduct; onClose(): void }) {
  const text = useTexts('bank.bankProduct');
  const step = useTexts('bank.calc');
  const { data, error, refetch } = useQuery({
    queryKey: ['bank', 'productExample', product.id],
    queryFn: () => call(productExample, { params: { id: product.id }, query: { heads }, quiet: true }),
  });
  return (
    <Modal open title={`${product.name} · ${text('exampleOf', { n: heads })}`} footer={null} onCancel={onClose}>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Waiting />
      ) : data.valueCents === 0 ? (
        <Empty description={text('noExample')} />
      ) : (
        <Descriptions
          size="small"
          column={1}
          bordered
          items={[
            ...data.steps.map((one) => ({
              key: one.name,
              label: step(one.name as 'lent'),
              children: `${one.how} = ${moneyText(one.cents)}`,
            })),
            { key: 'limit', label: text('exampleLimit'), children: <b>{moneyText(data.limitCents)}</b> },
          ]}
        />
      )}
    </Modal>
  );
}
