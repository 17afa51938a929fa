import { LedgerView } from './ledger-view.tsx';

/** 个人台账. */
export default function PersonLedgerPage() {
  return <LedgerView isPerson />;
}
