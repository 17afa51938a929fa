import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import {
  makePaymentBatch,
  parsePaymentResults,
  paymentFile,
  registerPayment,
  takePaymentResults,
} from '#kit/server/payment/payment.ts';

let world: World;
const told: string[] = [];
const inTenant = <T>(work: (tx: Tx) => Promise<T>) => world.database.transaction(systemScope(1505, 'test'), work);

beforeAll(async () => {
  world = await openWorld();
  registerPayment('test', {
    paid: async (_tx, line, { on }) => void told.push(`paid ${line.entity} ${line.id} ${line.cents} ${on}`),
    failed: async (_tx, line, { reason }) => void told.push(`failed ${line.id} ${reason}`),
  });
});
afterAll(() => world.close());

const one = (id: number, cents: number) => ({
  entity: 'test.claim',
  id,
  payeeName: id === 2 ? '=HYPERLINK("x")' : `Payee ${id}`,
  account: `622848000000000${id}`,
  cents,
});

it('sends a batch once, and takes each result once however often the file comes', async () => {
  const batch = await inTenant((tx) => makePaymentBatch(tx, 'test', 'B1', [one(1, 318_000), one(2, 5), one(3, 100)]));
  expect(batch).toMatchObject({ totalCents: 318_105, serials: ['B1-0001', 'B1-0002', 'B1-0003'] });
  const file = await inTenant((tx) => paymentFile(tx, batch.id));
  expect(file.split('\r\n').slice(1, 3)).toEqual([
    '"B1-0001","Payee 1","6228480000000001","","3180.00"',
    `"B1-0002","'=HYPERLINK(""x"")","6228480000000002","","0.05"`,
  ]);
  const stored = await world.sql("select payee_account_enc as enc from kit.payment_line where serial = 'B1-0001'");
  expect(stored[0].enc).not.toContain('6228480000000001');
  await expect(inTenant((tx) => makePaymentBatch(tx, 'test', 'B2', [one(1, 318_000)]))).rejects.toThrow('unique');

  const { results, unreadable } = parsePaymentResults(
    [
      'serial,result,amount,date,bankSerial,reason',
      'B1-0001,paid,3180.00,2026-11-17,K1,',
      '"B1-0002",failed,0.05,2026-11-17,,"account, closed"',
      'B1-0003,paid,1.01,2026-11-17,K3,',
      'B9-0001,paid,1,2026-11-17,,',
      'B1-0003,perhaps,1,2026-11-17,,',
    ].join('\n'),
  );
  expect(unreadable).toEqual([6]);
  const take = () => inTenant((tx) => takePaymentResults(tx, 'test', results));
  const all = { unknown: ['B9-0001'], differing: ['B1-0003'] };
  const [first, second] = await Promise.all([take(), take()]);
  const [won, late] = first.settled.length > 0 ? [first, second] : [second, first];
  expect(won).toEqual({ ...all, settled: ['B1-0001', 'B1-0002'], known: [] });
  expect(late).toEqual({ ...all, settled: [], known: ['B1-0001', 'B1-0002'] });
  expect(told).toEqual(['paid test.claim 1 318000 2026-11-17', 'failed 2 account, closed']);
  expect(await inTenant((tx) => takePaymentResults(tx, 'other', []).catch((error: Error) => error.message))).toContain(
    'nobody registered',
  );

  // What failed may be sent again, and a paid line never turns into a failed one.
  await inTenant((tx) => makePaymentBatch(tx, 'test', 'B3', [one(2, 5)]));
  const turned = results.slice(0, 1).map((result) => ({ ...result, paid: false }));
  expect((await inTenant((tx) => takePaymentResults(tx, 'test', turned))).differing).toEqual(['B1-0001']);
});
