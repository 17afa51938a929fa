import { expect, it } from 'vitest';
import { column, defineReport } from '#kit/contract/report.ts';
import type { Call } from '../http/call.ts';
import { answerOf } from './figures.ts';
import type { Place } from './place.ts';

const report = defineReport({
  module: 'demo',
  name: 'sales',
  path: 'demo/sales',
  screen: '/demo/sales',
  permission: 'demo:sales:view',
  columns: {
    asked: column.count(),
    paid: column.count(),
    share: column.rate('paid', 'asked'),
    people: column.count({ distinct: true }),
  },
  table: ['asked', 'paid', 'share'],
  sort: 'share',
});
const part = (code: number) => ({ code, own: [code], name: String(code), hasBelow: true });
const place: Place = {
  regionCode: 1,
  range: [0, 9],
  own: [1],
  parts: [part(2), part(3), part(4)],
  width: 1,
  path: [],
};
const call = { say: (key: string) => key } as unknown as Call;
const rows = [
  { regionCode: 2, asked: 10, paid: 9, people: 5 },
  { regionCode: 3, asked: 90, paid: 9, people: 5 },
  { regionCode: 4, asked: 0, paid: 0, people: 0 },
  { regionCode: 99, asked: 1, paid: 1, people: 1 },
];
const ask = { call, place, by: 'region', filter: {} };

it('computes the rate of the total from its sums, leaves out empty rows and regions that are not the caller’s, and sorts', () => {
  const answer = answerOf(report, ask, { rows });
  expect(answer.rows.map((row) => [row.regionCode, row.share])).toEqual([
    [3, 10],
    [2, 90],
  ]);
  expect(answer.total).toMatchObject({ asked: 100, paid: 18, share: 18 });
  // What may be in several rows is not added up.
  expect(answer.total.people).toBeUndefined();
});

it('shows what the place has beyond its parts as a row of its own', () => {
  const answer = answerOf(report, ask, { rows, total: { asked: 103, paid: 18, people: 7 } });
  expect(answer.rows.at(-1)).toMatchObject({ key: 'rest', asked: 3, paid: 0, share: 0, regionCode: null });
  expect(answer.total).toMatchObject({ asked: 103, people: 7 });
});
