import { useQuery } from '@tanstack/react-query';
import { Flex, Statistic } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { leaseTotals } from '#modules/bank/contract/lease/lease.ts';

/** Devices out by kind, their rent a month, and what was billed. */
export function LeaseTotals() {
  const text = useTexts('bank.leasePage');
  const { data } = useQuery({
    queryKey: ['bank.leaseTotals'],
    queryFn: () => call(leaseTotals, { query: {}, quiet: true }),
  });
  if (!data) return null;
  return (
    <Flex gap={32} wrap style={{ marginBlockEnd: 12 }}>
      {data.kinds.map((one) => (
        <Statistic key={one.kind} title={one.kindName} value={one.n} />
      ))}
      <Statistic title={text('monthRent')} value={moneyText(data.rentCents)} />
      <Statistic title={text('due')} value={moneyText(data.dueCents)} />
      <Statistic title={text('overdue')} value={moneyText(data.overdueCents)} />
      <Statistic title={text('paid')} value={moneyText(data.paidCents)} />
    </Flex>
  );
}
