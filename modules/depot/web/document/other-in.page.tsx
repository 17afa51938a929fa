import { docKinds } from './kinds.ts';
import { PaperList } from './paper-list.tsx';

const tabs = [
  { key: 'draft', filter: { status: 'draft' } },
  { key: 'posted', filter: { status: 'posted' } },
];

/** 其他入库. */
export default function OtherInPage() {
  return <PaperList kind={docKinds.otherIn} tabs={tabs} initial={{ reason: 'staffReturn' }} />;
}
