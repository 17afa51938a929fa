import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import '#kit/web/testing/setup.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { calcPort } from './calc-port.ts';
import { SumButton } from './sum-button.tsx';

afterEach(() => calcPort.connect(null));
const calc = (id: number, cents: number) => ({
  id,
  kindName: 'Compensation',
  steps: [
    { name: 'Standard', how: '6000.00', cents: 600_000 },
    { name: 'Ratio', how: '6000.00 × 80 %', cents },
  ],
  cents,
  ruleRef: 'test.standard:7',
  engine: 1,
  madeAt: '2026-11-17T10:00:00+08:00',
});

it('says step by step how a sum came about, the newest first and earlier ones as such', async () => {
  const asked: unknown[] = [];
  calcPort.connect(async (...what) => {
    asked.push(what);
    return [calc(2, 480_000), calc(1, 470_000)];
  });
  renderPage(
    <SumButton entity="test.sample" id={7}>
      4,800.00
    </SumButton>,
  );
  expect(asked).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: '4,800.00' }));
  expect(await screen.findByText('¥4800.00')).toBeVisible();
  expect(screen.getAllByText('6000.00 × 80 %')).toHaveLength(2);
  expect(screen.getByText('此前：Compensation')).toBeVisible();
  expect(asked).toEqual([['test.sample', 7]]);
});

it('is a plain sum where nobody keeps the ledger', () => {
  renderPage(
    <SumButton entity="test.sample" id={7}>
      4,800.00
    </SumButton>,
  );
  expect(screen.queryByRole('button')).toBeNull();
});
