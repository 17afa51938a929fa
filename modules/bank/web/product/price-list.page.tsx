import { useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { panelLater } from '#kit/web/ui/later.tsx';
import { type PriceList, priceList } from '#modules/bank/contract/product/price-list.ts';

const GridDrawer = panelLater(async () => (await import('./grid-drawer.tsx')).GridDrawer);
const initial = { adjustPct: 0, basis: 'market' };

/** 价格表: made by one, made effective by another who sees first what it does. */
export default function PriceListPage() {
  const text = useTexts('bank.priceList');
  const [shown, setShown] = useState<PriceList | null>(null);
  return (
    <>
      <ResourcePage
        resource={priceList}
        form={{ initial, width: 1000 }}
        actions={(row) => [{ key: 'grid', label: text('grid'), run: () => setShown(row) }]}
      />
      {shown && <GridDrawer list={shown} onClose={() => setShown(null)} />}
    </>
  );
}
