import { useState } from 'react';
import { SumButton } from '#kit/web/calc/sum-button.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type SaleOrderRow, saleOrder } from '#modules/farm/contract/sale/sale.ts';
import { PayDialog } from './pay-dialog.tsx';
import { WeighOff } from './weigh-off.tsx';

/** 销售管理: orders, and the scale at the gate. */
export default function SalePage() {
  const text = useTexts('farm.saleDesk');
  const url = useUrlState();
  const mayDeliver = useCan('anm:sale:deliver');
  const mayPay = useCan('anm:customer:edit');
  const changed = useChanged(saleOrder);
  const [paying, setPaying] = useState<SaleOrderRow | null>(null);
  const weighing = Number(url.get('weigh')) || null;
  if (weighing !== null) return <WeighOff id={weighing} onClose={() => url.set({ weigh: null })} />;
  return (
    <>
      <ResourcePage
        resource={saleOrder}
        cells={{
          amount: (row) =>
            ['delivered', 'closed'].includes(row.status) ? (
              <SumButton entity="farm.saleOrder" id={row.id}>
                {moneyText(row.amount)}
              </SumButton>
            ) : (
              moneyText(row.amount)
            ),
        }}
        actions={(row) => [
          ...(mayDeliver && row.status === 'confirmed'
            ? [{ key: 'weigh', label: text('title'), run: () => url.set({ weigh: String(row.id) }) }]
            : []),
          ...(mayPay && row.status === 'delivered' && row.owed > 0
            ? [{ key: 'pay', label: text('pay'), run: () => setPaying(row) }]
            : []),
        ]}
      />
      {paying && (
        <PayDialog
          orderId={paying.id}
          docNo={paying.docNo}
          owed={paying.owed}
          onClose={(isSaved) => {
            setPaying(null);
            if (isSaved) void changed();
          }}
        />
      )}
    </>
  );
}
