import { docKinds } from './kinds.ts';
import { PaperList } from './paper-list.tsx';

const tabs = [
  { key: 'draft', filter: { status: 'draft' } },
  { key: 'waiting', filter: { status: 'submitted' } },
  { key: 'posted', filter: { status: 'posted' } },
];

/** 入库单. A receipt made of a shipment is begun where the shipment is (`storage/fromShipment`): here nothing has any yet. */
export default function StockInPage() {
  return <PaperList kind={docKinds.purchaseIn} tabs={tabs} />;
}
