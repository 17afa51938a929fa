import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import '#kit/web/testing/setup.ts';
import { column, defineReport, filter, type ReportAnswer } from '#kit/contract/report.ts';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { sampleLookups } from '#kit/web/testing/sample.ts';
import { reportPage } from './report-page.tsx';

const report = defineReport({
  module: 'test',
  name: 'sales',
  path: 'test/sales',
  screen: '/test/sales',
  permission: 'test:sales:view',
  filters: { kind: filter.choice({ options: ['a', 'b'] }) },
  columns: {
    asked: column.count({ drill: 'asked' }),
    paid: column.count(),
    share: column.rate('paid', 'asked'),
  },
  table: ['asked', 'paid', 'share'],
  drills: { asked: { page: '/test/list', query: { regionCode: '$region' } } },
});
const answer: ReportAnswer = {
  regionCode: 150500000000,
  path: [{ code: 150500000000, name: 'All' }],
  by: 'region',
  filter: {},
  choices: {},
  names: {},
  facts: {},
  total: { asked: 1200, paid: 300, share: 25 },
  rows: [
    { key: '1', name: 'North', regionCode: 150521000000, hasBelow: true, asked: 1000, paid: 300, share: 30 },
    { key: '2', name: 'South', regionCode: 150522000000, hasBelow: false, asked: 200, paid: 0, share: 0 },
  ],
  parts: {},
};
const read = 'GET test/sales';
const Page = reportPage(report);

beforeEach(() => sampleLookups());

it('keeps region and filters in the address, and links a number only for whoever may open its list', async () => {
  const made = fakeServer({ [read]: () => ({ data: answer }) });
  const tab = renderPage(<Page />, { search: 'kind=a&other=1' });
  const table = await screen.findByRole('table', { name: 'test.sales._title' });
  expect(made.get(read)?.at(-1)?.query).toEqual({ kind: 'a' });
  const total = within(table).getByText('合计').closest('tr') as HTMLElement;
  expect(within(total).getByText('25%')).toBeVisible();
  expect(within(table).getByText('1,000')).toBeVisible();
  // The screen of the list is not among the user's.
  expect(within(table).queryByRole('link')).toBeNull();
  expect(within(table).queryByRole('button', { name: 'South' })).toBeNull();
  await userEvent.click(within(table).getByRole('button', { name: 'North' }));
  expect(Object.fromEntries(new URLSearchParams(tab.search()))).toEqual({
    kind: 'a',
    other: '1',
    regionCode: '150521000000',
  });
  await waitFor(() => expect(made.get(read)?.at(-1)?.query).toEqual({ kind: 'a', regionCode: '150521000000' }));
});
