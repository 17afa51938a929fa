import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { asOf, differences, type Then } from '#modules/depot/server/stock/ledger/as-of.ts';
import { boxConsume, boxHeld, boxRestore, consume } from '#modules/depot/server/stock/ledger/consume.ts';
import type { MoveInput } from '#modules/depot/server/stock/ledger/move.ts';
import { pick } from '#modules/depot/server/stock/ledger/pick.ts';
import { postMoves } from '#modules/depot/server/stock/ledger/post.ts';
import { setQuality } from '#modules/depot/server/stock/lot.ts';
import { keepDay } from '#modules/depot/server/stock/stock-day.ts';
import {
  dayFromNow,
  inStock,
  makeBox,
  makeDepot,
  makeLot,
  makeMaterial,
  principalOf,
  staffOf,
} from '#modules/depot/testing/fixtures.ts';
import { Random } from '../../../../../demo/random.ts';

/** The stock ledger: exact under many hands, whole or not at all, and answerable for every past day. */
let world: World;
beforeAll(async () => {
  world = await openWorld({ pool: 10 });
});
afterAll(() => world.close());

const bizCode = async (work: Promise<unknown>): Promise<string | undefined> => {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof AppError) return error.bizCode;
    throw error;
  }
};

const receipt = (
  lot: { lotId: number; materialId: number },
  depotId: number,
  qty: number,
  more: Partial<MoveInput> = {},
): MoveInput => ({
  moveKind: 'in',
  ...lot,
  from: { kind: 'purveyor' },
  to: { kind: 'depot', id: depotId },
  qty,
  bizDate: dayFromNow(0),
  docType: 'purchaseIn',
  ...more,
});
const post = (moves: MoveInput[]) => inStock(world, (tx) => postMoves(tx, moves));
const held = async (depotId: number, lotId: number) =>
  Number(
    (await world.sql('select qty from depot.stock_balance where depot_id = $1 and lot_id = $2', [depotId, lotId]))[0]
      ?.qty ?? 0,
  );
const found = async () => (await world.database.read<[unknown]>(systemScope(1505, 'test'), differences as never))[0];

/** Some goods of several lots, ready in a store. */
async function stocked(depotId: number, parts: [qty: number, expireOn: string][], more: object = {}) {
  const materialId = await makeMaterial(world, more as never);
  const lots: number[] = [];
  for (const [qty, expireOn] of parts) {
    const lotId = await makeLot(world, materialId, expireOn);
    await post([receipt({ lotId, materialId }, depotId, qty)]);
    lots.push(lotId);
  }
  return { materialId, lots };
}

describe('exact under many hands', () => {
  it('R1, R2, R3: 10,000 random movements by eight clerks over 50 lots and 20 stores: nothing below zero, nothing lost, every past moment adds up', async () => {
    const depots: number[] = [];
    for (let at = 0; at < 20; at += 1) depots.push(await makeDepot(world, 'depot1'));
    const materials = [await makeMaterial(world), await makeMaterial(world), await makeMaterial(world)];
    const lots: { lotId: number; materialId: number }[] = [];
    for (let at = 0; at < 50; at += 1) {
      const materialId = materials[at % 3] as number;
      lots.push({ lotId: await makeLot(world, materialId), materialId });
    }
    for (const depotId of depots) await post(lots.map((lot, at) => receipt(lot, depotId, 20 + at)));
    const before = Number((await world.sql('select count(*) from depot.stock_move'))[0].count);
    let refused = 0;
    const clerk = async (seed: number) => {
      const random = new Random(seed);
      const depot = () => ({ kind: 'depot', id: random.pick(depots) }) as const;
      const one = (docId: number): MoveInput[] => {
        const lot = random.pick(lots);
        const common = { ...lot, qty: random.int(1, 25), bizDate: dayFromNow(0), docType: 'test', docId };
        switch (random.int(0, 5)) {
          case 0:
            return [{ ...common, moveKind: 'in', from: { kind: 'purveyor' }, to: depot() }];
          case 1:
            return [{ ...common, moveKind: 'out', from: depot(), to: { kind: 'use' } }];
          case 2:
            return [{ ...common, moveKind: 'loss', from: depot(), to: { kind: 'loss' } }];
          case 3:
            return [{ ...common, moveKind: 'adjust', from: { kind: 'adjust' }, to: depot() }];
          default:
            return [
              { ...common, moveKind: 'transfer', from: depot(), to: { kind: 'transit', id: docId } },
              { ...common, moveKind: 'transfer', from: { kind: 'transit', id: docId }, to: depot() },
            ];
        }
      };
      for (let at = 0; at < 470; at += 1) {
        const moves = [one(at), one(at), one(at)].flat();
        if ((await bizCode(post(moves))) === 'short') refused += 1;
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, at) => clerk(at + 1)));
    expect(refused).toBeGreaterThan(50);
    const [count] = await world.sql('select count(*)::int as n from depot.stock_move');
    expect(count.n - before).toBeGreaterThan(10_000);
    expect(await found()).toEqual([]);
    const [low] = await world.sql('select min(qty)::float8 as qty from depot.stock_balance');
    expect(low.qty).toBeGreaterThanOrEqual(0);
    // After every entry, in the order of the ledger, the sum so far is what the entry says it left behind.
    const wrong = await world.sql(
      `with ends as (
         select 'd' || from_id as place, lot_id, id, 0 as turn, -qty as n, balance_from as said from depot.stock_move where from_kind = 'depot'
         union all select 'd' || to_id, lot_id, id, 1, qty, balance_to from depot.stock_move where to_kind = 'depot'
         union all select 't', lot_id, id, 0, -qty, balance_from from depot.stock_move where from_kind = 'transit'
         union all select 't', lot_id, id, 1, qty, balance_to from depot.stock_move where to_kind = 'transit'
       ), sums as (select *, sum(n) over (partition by place, lot_id order by id, turn) as so_far from ends)
       select * from sums where so_far <> said or so_far < 0 limit 5`,
    );
    expect(wrong).toEqual([]);
    // What came in from outside and did not leave is what lies there.
    const [total] = await world.sql(
      `select (select sum(qty) from depot.stock_move where from_kind not in ('depot', 'transit')) - (select sum(qty) from depot.stock_move where to_kind not in ('depot', 'transit'))
         = (select sum(qty) from depot.stock_balance) as conserved`,
    );
    expect(total.conserved).toBe(true);
  });

  it('R1: a balance that was touched by hand is found', async () => {
    const depotId = await makeDepot(world, 'depot1');
    const { lots } = await stocked(depotId, [[10, dayFromNow(90)]]);
    await world.sql('update depot.stock_balance set qty = 11 where lot_id = $1', [lots[0]]);
    expect(await found()).toEqual([{ depotId, lotId: lots[0], entries: 10, balance: 11 }]);
    await world.sql('update depot.stock_balance set qty = 10 where lot_id = $1', [lots[0]]);
    expect(await found()).toEqual([]);
  });

  it('the ledger takes no change, not even by its owner', async () => {
    await expect(world.sql('update depot.stock_move set qty = qty + 1')).rejects.toThrow('append-only');
    await expect(world.sql('delete from depot.stock_move')).rejects.toThrow('append-only');
  });

  it('R2, R30: 200 takers for 100 doses of two lots: exactly 100 succeed', async () => {
    const boxId = await makeBox(world, 'kzzq_worker2');
    const staffId = await staffOf(world, 'kzzq_worker2');
    const { materialId, lots } = await stocked(boxId, [
      [60, dayFromNow(20)],
      [40, dayFromNow(200)],
    ]);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        bizCode(
          inStock(world, (tx) =>
            boxConsume(tx, {
              staffId,
              materialId,
              qty: 1,
              bizDate: dayFromNow(0),
              source: { type: 'test.taker', id: at + 1 },
            }),
          ),
        ),
      ),
    );
    expect(answers.filter((one) => one === 'done')).toHaveLength(100);
    expect(answers.filter((one) => one === 'short')).toHaveLength(100);
    expect(await held(boxId, lots[0] as number)).toBe(0);
    expect(await held(boxId, lots[1] as number)).toBe(0);
  });
});

describe('whole or not at all', () => {
  it('acceptance 7, R7, R29, R32: what a record takes goes back with the record that fails, and with one that is taken back', async () => {
    const boxId = await makeBox(world, 'kzzq_worker2');
    const staffId = await staffOf(world, 'kzzq_worker2');
    const { materialId, lots } = await stocked(boxId, [[50, dayFromNow(90)]]);
    const visit = (tx: Tx) =>
      boxConsume(tx, {
        staffId,
        materialId,
        qty: 20,
        headServed: 20,
        bizDate: dayFromNow(0),
        source: { type: 'test.visit', id: 1 },
      });
    await expect(
      inStock(world, async (tx) => {
        await visit(tx);
        throw new Error('the visit was refused');
      }),
    ).rejects.toThrow('the visit was refused');
    expect(await held(boxId, lots[0] as number)).toBe(50);
    const taken = await inStock(world, visit);
    expect(taken.lots).toEqual([expect.objectContaining({ lotId: lots[0], qty: 20 })]);
    expect(await held(boxId, lots[0] as number)).toBe(30);
    expect(await inStock(world, (tx) => boxHeld(tx, staffId, lots[0] as number))).toBe(30);
    // R7: told twice, taken once.
    expect((await inStock(world, visit)).lots).toHaveLength(1);
    expect(await held(boxId, lots[0] as number)).toBe(30);
    // R32: taken back into the same box and lot, also after the lot has run out.
    await world.sql('update depot.lot set expire_on = $2 where id = $1', [lots[0], dayFromNow(-1)]);
    expect(await inStock(world, (tx) => boxRestore(tx, { type: 'test.visit', id: 1 }))).toBe(20);
    expect(await held(boxId, lots[0] as number)).toBe(50);
    expect(await inStock(world, (tx) => boxRestore(tx, { type: 'test.visit', id: 1 }))).toBe(0);
  });

  it('R10, R27, R32: what is taken back after the box was closed goes to the store it drew from, and the entry says so', async () => {
    const store = await makeDepot(world, 'kzzq_depot1', { name: '站冰箱' });
    const boxId = await makeBox(world, 'kzzq_worker2');
    await world.sql(`update depot.depot set superior_depot_id = $2, name = '老王的药箱' where id = $1`, [boxId, store]);
    const staffId = await staffOf(world, 'kzzq_worker2');
    const materialId = await makeMaterial(world);
    const lot = { lotId: await makeLot(world, materialId), materialId };
    await post([receipt(lot, boxId, 30, { unitCost: 2 }), receipt(lot, store, 20, { unitCost: 3 })]);
    const [one, two] = [
      { type: 'test.left', id: 1 },
      { type: 'test.left', id: 2 },
    ];
    for (const [source, qty] of [
      [one, 20],
      [two, 10],
    ] as const)
      await inStock(world, (tx) =>
        boxConsume(tx, { staffId, materialId, qty, headServed: qty, bizDate: dayFromNow(0), source }),
      );
    await world.sql(`update depot.depot set status = 'closed' where id = $1`, [boxId]);
    expect(await inStock(world, (tx) => boxRestore(tx, one))).toBe(20);
    expect([await held(boxId, lot.lotId), await held(store, lot.lotId)]).toEqual([0, 40]);
    const [entry] = await world.sql(
      `select m.to_id::int as "toId", m.remark, m.head_served as head, (select c.unit_cost::float8 from depot.stock_cost c where c.about = 'balance' and c.about_id = b.id) as average
       from depot.stock_move m join depot.stock_balance b on b.depot_id = m.to_id and b.lot_id = m.lot_id
       where m.source_type = 'test.left' and m.source_id = 1 and m.move_kind = 'reversal'`,
    );
    // Worth what was taken: 20 for 3 and 20 for 2.
    expect(entry).toEqual({ toId: store, remark: '老王的药箱 → 站冰箱', head: 20, average: 2.5 });
    expect(await inStock(world, (tx) => boxRestore(tx, one)), 'given back once').toBe(0);
    // Where that is closed too, another store of the unit takes it.
    await world.sql(`update depot.depot set status = 'closed' where id = $1`, [store]);
    expect(await inStock(world, (tx) => boxRestore(tx, two))).toBe(10);
    const [unit] = await world.sql(
      `select d.principal_id = $1 and d.kind <> 'box' and d.status <> 'closed' as own from depot.stock_move m join depot.depot d on d.id = m.to_id
       where m.source_type = 'test.left' and m.source_id = 2 and m.move_kind = 'reversal'`,
      [await principalOf(world, 'kzzq_worker2')],
    );
    expect(unit.own).toBe(true);
    // Between two stores nothing goes round a closed one.
    const back: MoveInput = { ...receipt(lot, boxId, 1), moveKind: 'reversal', from: { kind: 'depot', id: store } };
    expect(await bizCode(post([back]))).toBe('closed');
    expect(await found()).toEqual([]);
  });

  it('R30: in lenient mode the lacking part is owed, and settled by the next issue to the box', async () => {
    const boxId = await makeBox(world, 'kzzq_worker2');
    const staffId = await staffOf(world, 'kzzq_worker2');
    const { materialId, lots } = await stocked(boxId, [[40, dayFromNow(90)]]);
    const visit = () =>
      inStock(world, (tx) =>
        boxConsume(tx, {
          staffId,
          materialId,
          qty: 50,
          bizDate: dayFromNow(0),
          source: { type: 'test.lenient', id: 2 },
        }),
      );
    await expect(visit()).rejects.toMatchObject({ bizCode: 'short', args: expect.objectContaining({ missing: 10 }) });
    const station = await principalOf(world, 'kzzq_worker2');
    await world.sql(
      `insert into registry.principal_config (tenant_no, principal_id, config_code, config_value) values (1505, $1, 'box_check_mode', 'lenient')`,
      [station],
    );
    expect(await visit()).toMatchObject({ pending: 10 });
    expect(await held(boxId, lots[0] as number)).toBe(0);
    await post([receipt({ lotId: lots[0] as number, materialId }, boxId, 100)]);
    expect(await held(boxId, lots[0] as number)).toBe(90);
    const [owed] = await world.sql(
      'select status, open_qty::float8 as open from depot.stock_pending where box_id = $1',
      [boxId],
    );
    expect(owed).toEqual({ status: 'settled', open: 0 });
    await world.sql(
      `delete from registry.principal_config where config_code = 'box_check_mode' and principal_id = $1`,
      [station],
    );
  });
});

describe('which lot, and whether it may be taken', () => {
  it('R12: the one that runs out first is proposed first; held, recalled, expired and reserved ones never', async () => {
    const depotId = await makeDepot(world, 'depot1');
    const { materialId, lots } = await stocked(depotId, [
      [200, dayFromNow(60)],
      [300, dayFromNow(20)],
      [50, dayFromNow(-1)],
      [70, dayFromNow(10)],
      [80, dayFromNow(5)],
    ]);
    const [later, first, , heldLot, recalled] = lots as [number, number, number, number, number];
    await inStock(world, (tx) => setQuality(tx, heldLot, 'hold', 'broken chain'));
    await inStock(world, (tx) => setQuality(tx, recalled, 'recalled', 'maker'));
    await world.sql('update depot.stock_balance set reserved = 40 where lot_id = $1', [later]);
    const picked = await inStock(world, (tx) => pick(tx, depotId, materialId, 500, dayFromNow(0)));
    expect(picked.lots.map(({ lotId, qty }) => [lotId, qty])).toEqual([
      [first, 300],
      [later, 160],
    ]);
    expect(picked.missing).toBe(40);
  });

  it('acceptance 8, R15: a dose used on its last valid day and written down the day after passes; used the day after it does not', async () => {
    const depotId = await makeDepot(world, 'depot1');
    const { materialId, lots } = await stocked(depotId, [[30, dayFromNow(-1)]]);
    await world.sql('select 1');
    const use = (bizDate: string, id: number) =>
      bizCode(
        inStock(world, (tx) =>
          consume(tx, {
            depotId,
            materialId,
            lotId: lots[0] as number,
            qty: 1,
            bizDate,
            source: { type: 'test.day', id },
          }),
        ),
      );
    expect(await use(dayFromNow(0), 1)).toBe('expired');
    // The receipt is of today, so yesterday there was nothing: the day before is refused for that, not for the date on the bottle.
    expect(await use(dayFromNow(-1), 2)).toBe('backdated');
    await inStock(world, (tx) =>
      postMoves(tx, [receipt({ lotId: lots[0] as number, materialId }, depotId, 10, { bizDate: dayFromNow(-2) })]),
    );
    expect(await use(dayFromNow(-1), 3)).toBe('done');
  });

  it('R10: receipts make a moving average, and every out carries the average of its moment', async () => {
    const depotId = await makeDepot(world, 'depot1');
    const materialId = await makeMaterial(world);
    const lotId = await makeLot(world, materialId);
    const lot = { lotId, materialId };
    await post([receipt(lot, depotId, 100, { unitCost: 2 })]);
    await post([receipt(lot, depotId, 50, { unitCost: 3.5 })]);
    const [used] = await post([
      { ...receipt(lot, depotId, 33), moveKind: 'out', from: { kind: 'depot', id: depotId }, to: { kind: 'use' } },
    ]);
    const [cost] = await world.sql(
      `select unit_cost::float8 as cost, cents::int as cents from depot.stock_cost where about = 'move' and about_id = $1`,
      [used?.id],
    );
    expect(cost).toEqual({ cost: 2.5, cents: 8250 });
  });
});

describe('as of a past day', () => {
  it('is answered from the entries and equals what was kept that night, late entries told apart', async () => {
    const depots = [await makeDepot(world, 'depot1'), await makeDepot(world, 'depot1')] as const;
    const materialId = await makeMaterial(world);
    const lots = [await makeLot(world, materialId), await makeLot(world, materialId)] as const;
    const random = new Random(7);
    const days = [-6, -5, -4, -3, -2, -1];
    await inStock(world, (tx) => keepDay(tx, dayFromNow(-7)));
    for (const day of days) {
      for (let at = 0; at < 12; at += 1) {
        const lot = { lotId: random.pick([...lots]), materialId };
        const depotId = random.pick([...depots]);
        const more = { bizDate: dayFromNow(day) };
        if (at % 3 < 2) await post([receipt(lot, depotId, random.int(5, 30), more)]);
        else
          await bizCode(
            post([
              {
                ...receipt(lot, depotId, random.int(1, 20), more),
                moveKind: 'out',
                from: { kind: 'depot', id: depotId },
                to: { kind: 'use' },
              },
            ]),
          );
      }
      await inStock(world, (tx) => keepDay(tx, dayFromNow(day)));
    }
    const then = async (day: number) =>
      (await world.database.read<[Then]>(systemScope(1505, 'test'), asOf(dayFromNow(day), depots)))[0];
    for (const day of days) {
      const rows = await then(day);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toMatchObject({ kept: row.qty, known: row.qty, late: 0 });
    }
    // Written down today, dated three days back: the day now says more than the night knew, and says so.
    await post([receipt({ lotId: lots[0], materialId }, depots[0], 7, { bizDate: dayFromNow(-3) })]);
    for (const day of days) {
      const rows = await then(day);
      for (const row of rows) expect([row.qty, row.known]).toEqual([(row.kept ?? 0) + row.late, row.kept]);
      expect(rows.reduce((sum, row) => sum + row.late, 0)).toBe(day >= -3 ? 7 : 0);
    }
    const [sum] = await world.sql('select sum(qty)::float8 as n from depot.stock_balance where depot_id = any ($1)', [
      depots,
    ]);
    expect((await then(0)).reduce((all, row) => all + row.qty, 0)).toBe(sum.n);
  });
});
