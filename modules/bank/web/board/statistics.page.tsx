import { useCan } from '#kit/web/guard/guard.tsx';
import { reportPage } from '#kit/web/report/report-page.tsx';
import { bankStat, bankStatRegion } from '#modules/bank/contract/board/bank-stat.ts';

const OfBank = reportPage(bankStat);
const OfRegion = reportPage(bankStatRegion);

/** 金融统计: a bank reads its own tree with amounts, an authority heads and numbers by region (R5). */
export default function StatisticsPage() {
  const isBank = useCan('bank:stat:view');
  return isBank ? <OfBank /> : <OfRegion />;
}
