import { useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { type SupplierSettlement, supplierSettlement } from '#modules/commerce/contract/settlement/settlement.ts';
import { LinesDrawer } from './lines-drawer.tsx';

/** 结算对账: bills of a month, to confirm with an invoice or to object to. */
export default function SupplierSettlementPage() {
  const text = useTexts('commerce.settlementPage');
  const [open, setOpen] = useState<SupplierSettlement | null>(null);
  return (
    <>
      <ResourcePage
        resource={supplierSettlement}
        actions={(row) => [{ key: 'lines', label: text('lines'), run: () => setOpen(row) }]}
      />
      {open && <LinesDrawer row={open} onClose={() => setOpen(null)} />}
    </>
  );
}
