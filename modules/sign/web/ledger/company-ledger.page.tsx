import { LedgerView } from './ledger-view.tsx';

/** 单位台账. */
export default function CompanyLedgerPage() {
  return <LedgerView isPerson={false} />;
}
