import { expect, it } from 'vitest';
import { readCore, type Words } from './core-rows.ts';

const words: Words = {
  kindOf: (word) => ({ 放款: 'disburse', 还本: 'repay' })[word] as 'disburse' | undefined,
  balance: '余额',
};

it('R23: reads payments and balances, passes over the head line and names what it cannot read', () => {
  const { file, bad } = readCore(
    '流水号,借据号,类型,金额,日期\nC1,JK1,放款,1000.50,2026-11-01\nC2\tJK1\t还本\t200\t2026-11-02\n余额,JK1,800.50,3.20,2026-11-30\n\nC3,JK1,退货,1,2026-11-02\nC4,JK1,还本,1.234,2026-11-02',
    words,
  );
  expect(file.rows).toEqual([
    { coreRef: 'C1', loanNo: 'JK1', kind: 'disburse', amountCents: 100_050, on: '2026-11-01' },
    { coreRef: 'C2', loanNo: 'JK1', kind: 'repay', amountCents: 20_000, on: '2026-11-02' },
  ]);
  expect(file.balances).toEqual([{ loanNo: 'JK1', balanceCents: 80_050, interestCents: 320, on: '2026-11-30' }]);
  expect(bad.map((one) => one.line)).toEqual([6, 7]);
});
