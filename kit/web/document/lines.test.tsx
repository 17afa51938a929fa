import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import '#kit/web/testing/setup.ts';
import type { AnyResource } from '#kit/contract/resource.ts';
import { FormDrawer } from '#kit/web/resource/form-drawer.tsx';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { sampleLookups } from '#kit/web/testing/sample.ts';
import { exampleOrder } from '../../../docs/examples/order/contract.ts';

const goods = [
  { id: 1, name: 'Maize' },
  { id: 2, name: 'Salt' },
];
const add = 'POST shop/example/order/add';
const draw = () =>
  renderPage(
    <FormDrawer
      resource={exampleOrder as AnyResource}
      initial={{ principalId: 1, orderedOn: '2026-11-16' }}
      onClose={vi.fn()}
    />,
  );
const table = () => screen.findByRole('table', { name: 'commerce.exampleOrderLine._title' });
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1);
const numbers = async (at: number) => within((await rows())[at] as HTMLElement).findAllByRole('spinbutton');

beforeEach(() =>
  sampleLookups({
    refOptions: async (_, { keyword, id }) =>
      goods.filter((one) => (id ? one.id === id : !keyword || one.name.toLowerCase() === keyword.toLowerCase())),
  }),
);

describe('the lines of a document', () => {
  it('adds a line for what is scanned, counts it again, and says what it does not know', async () => {
    const made = fakeServer({ [add]: () => ({ data: { id: 1, version: 0 } }) });
    draw();
    const scan = await screen.findByLabelText('扫码或输入后按回车');
    await userEvent.type(scan, 'Maize{Enter}Maize{Enter}Salt{Enter}nothing{Enter}');
    expect(await screen.findByText('未找到：nothing')).toBeInTheDocument();
    expect(await numbers(0)).toHaveLength(2);
    expect((await numbers(0))[0]).toHaveValue('2.000');
    // A scan ends in Enter, and the form must not have been sent by it.
    expect(made.get(add)).toBeUndefined();
  });

  it('takes a block from a spreadsheet, computes amounts and totals, and sends lines without what is derived', async () => {
    const made = fakeServer({ [add]: () => ({ data: { id: 1, version: 0 } }) });
    draw();
    const [qty] = await numbers(0);
    await userEvent.click(qty as HTMLElement);
    await userEvent.paste('2\t1,234.50\n3\t0.10');
    await waitFor(async () => expect(await rows()).toHaveLength(4));
    expect(within((await rows())[0] as HTMLElement).getByText('2,469.00')).toBeInTheDocument();
    const total = within(await table())
      .getByText('合计 2 行')
      .closest('tr') as HTMLElement;
    expect(total).toHaveTextContent('2,469.30');
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    // The material is missing: each line says so in its own cell.
    expect(await within(await table()).findAllByText('必填')).toHaveLength(2);
    expect(made.get(add)).toBeUndefined();
  });

  it('goes from cell to cell by Enter, begins the next line, and shows a refusal in its cell', async () => {
    const made = fakeServer({
      [add]: () => ({ code: 422, msg: 'wrong', errors: [{ field: 'lines.0.qty', msg: 'too much' }] }),
    });
    draw();
    await userEvent.type(await screen.findByLabelText('扫码或输入后按回车'), 'Salt{Enter}');
    const [qty, price] = await numbers(0);
    await userEvent.click(qty as HTMLElement);
    await userEvent.keyboard('{Enter}');
    expect(price).toHaveFocus();
    await userEvent.keyboard('5{Enter}');
    expect((await rows())[1]?.querySelector('input')).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(made.get(add)).toHaveLength(1));
    expect(made.get(add)?.[0]?.body.lines).toEqual([{ materialId: 2, qty: 1, price: 500 }]);
    expect(await within((await rows())[0] as HTMLElement).findByText('too much')).toBeInTheDocument();
  });
});
