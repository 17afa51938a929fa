import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import { boxConsume, consume, ensurePurveyor, moveSums, restore } from '#modules/depot/server/index.ts';
import {
  dayFromNow,
  inStock,
  makeBox,
  makeDepot,
  makeLot,
  makeMaterial,
  postMoves,
  principalOf,
  staffOf,
  tenant,
} from '#modules/depot/testing/fixtures.ts';
import { registerStockSource, stockSources } from '../extension-points.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ pool: 6 });
});
afterAll(() => world.close());

const today = dayFromNow(0);

/** A store with a lot of something in it. */
async function filled(kind = 'semen', qty = 100) {
  const depotId = await makeDepot(world, 'kzzq_depot1');
  const materialId = await makeMaterial(world, { kind, base_unit: 'straw', packs: '[]' });
  const lotId = await makeLot(world, materialId);
  await inStock(world, (tx) =>
    postMoves(tx, [
      {
        moveKind: 'in',
        materialId,
        lotId,
        from: { kind: 'purveyor' },
        to: { kind: 'depot', id: depotId },
        qty,
        bizDate: dayFromNow(-40),
        docType: 'purchaseIn',
        unitCost: 12,
      },
    ]),
  );
  return { depotId, materialId, lotId };
}
const sums = (by: { depotId: number }, from = dayFromNow(-30)) =>
  inStock(world, (tx) => moveSums(tx, { by: ['depot', 'lot'], depotIds: [by.depotId], from, to: today }));
const balanced = (one: Awaited<ReturnType<typeof sums>>[number]) =>
  one.opening +
  one.bought +
  one.arrived +
  one.returnedIn +
  one.found -
  (one.sent + one.returnedOut + one.sentBack + one.used + one.wasted + one.destroyed + one.lost);

describe('what a record wastes', () => {
  it('S14: a record uses some and wastes some, each once, and gives both back', async () => {
    const at = await filled();
    const source = { type: 'test.insemination', id: at.lotId };
    const take = (as: 'use' | 'loss', qty: number) =>
      inStock(world, (tx) => consume(tx, { ...at, qty, bizDate: today, source, as }));
    expect((await take('use', 3)).lots).toMatchObject([{ lotId: at.lotId, qty: 3 }]);
    expect((await take('loss', 2)).lots).toMatchObject([{ lotId: at.lotId, qty: 2 }]);
    // Told again, nothing more is taken and the same is answered.
    expect((await take('loss', 2)).lots).toMatchObject([{ lotId: at.lotId, qty: 2 }]);
    expect((await take('use', 3)).lots).toMatchObject([{ lotId: at.lotId, qty: 3 }]);
    const [line] = await sums(at);
    expect(line).toMatchObject({ opening: 100, used: 3, wasted: 2, lost: 0, closing: 95 });
    const moves = await world.sql(
      `select move_kind, to_kind, reason, material_kind from depot.stock_move where source_type = 'test.insemination' and source_id = $1 order by id`,
      [at.lotId],
    );
    expect(moves).toEqual([
      { move_kind: 'out', to_kind: 'use', reason: 'use', material_kind: 'semen' },
      { move_kind: 'loss', to_kind: 'loss', reason: 'damage', material_kind: 'semen' },
    ]);
    expect(await inStock(world, (tx) => restore(tx, source))).toBe(5);
    expect((await sums(at))[0]).toMatchObject({ opening: 100, used: 0, wasted: 0, closing: 100 });
  });

  it('S14: what has run out may be wasted, not used; a box owes what was used and never what was wasted', async () => {
    const depotId = await makeBox(world, 'kzzq_worker1');
    const staffId = await staffOf(world, 'kzzq_worker1');
    const materialId = await makeMaterial(world);
    const lotId = await makeLot(world, materialId, dayFromNow(-1));
    await inStock(world, (tx) =>
      postMoves(tx, [
        {
          moveKind: 'in',
          materialId,
          lotId,
          from: { kind: 'purveyor' },
          to: { kind: 'depot', id: depotId },
          qty: 5,
          bizDate: dayFromNow(-9),
          docType: 'purchaseIn',
        },
      ]),
    );
    const want = { staffId, materialId, lotId, qty: 1, bizDate: today, source: { type: 'test.old', id: lotId } };
    await expect(inStock(world, (tx) => boxConsume(tx, want))).rejects.toMatchObject({ bizCode: 'expired' });
    expect((await inStock(world, (tx) => boxConsume(tx, { ...want, as: 'loss' }))).lots).toHaveLength(1);
    const more = { ...want, qty: 50, as: 'loss' as const, source: { type: 'test.more', id: lotId } };
    await expect(inStock(world, (tx) => boxConsume(tx, more))).rejects.toMatchObject({ bizCode: 'short' });
  });
});

describe('sums of the ledger', () => {
  it('S14: for every store and lot of the demo what came equals what went and what is left', async () => {
    const lines = await inStock(world, (tx) =>
      moveSums(tx, { by: ['principal', 'depot', 'lot'], from: dayFromNow(-60), to: dayFromNow(-10) }),
    );
    expect(lines.length).toBeGreaterThan(20);
    for (const one of lines) expect(balanced(one)).toBeCloseTo(one.closing, 3);
    for (const name of ['bought', 'arrived', 'sent', 'used'] as const)
      expect(lines.some((one) => one[name] > 0)).toBe(true);
  });

  it('S14: a caller reads the sums of what they see, one line per unit', async () => {
    const { depotId } = await filled();
    const unit = await principalOf(world, 'kzzq_depot1');
    const [all] = await inStock(world, (tx) =>
      moveSums(tx, {
        by: ['principal'],
        principalIds: [unit],
        depotIds: [depotId],
        materialKind: 'semen',
        from: today,
        to: today,
      }),
    );
    expect(all).toMatchObject({ principalId: unit, depotId: null, opening: 100, closing: 100 });
    const farm = makeScope({ tenantNo: tenant, userId: null, principals: [await principalOf(world, 'farm1')] });
    const none = await world.database.transaction(farm, (tx) =>
      moveSums(tx, { by: ['depot'], depotIds: [depotId], from: today, to: today }),
    );
    expect(none).toEqual([]);
  });
});

describe('lists by kind of goods', () => {
  it('S14: papers and moves are found by the kind of goods they are about', async () => {
    const keeper = await world.as('kzzq_depot1');
    const { depotId, materialId, lotId } = await filled();
    const [material] = await world.sql('select base_unit from depot.material where id = $1', [materialId]);
    const lines = [{ materialId, lotId, unit: material.base_unit, unitQty: 4 }];
    const made = await keeper.post('pri/depot/materialOut/add', { depotId, reason: 'damage', bizDate: today, lines });
    expect(made.code).toBe(200);
    const list = async (kind: string) =>
      (await keeper.get(`pri/depot/materialOut/list?depotId=${depotId}&materialKind=${kind}`)).data as {
        id: number;
        materialKind: string[];
      }[];
    expect(await list('semen')).toMatchObject([{ id: made.data.id, materialKind: ['semen'] }]);
    expect(await list('vaccine')).toEqual([]);
    const moved = async (kind: string) =>
      (await keeper.get(`pri/depot/ledger/list?depotId=${depotId}&materialKind=${kind}`)).data as unknown[];
    expect(await moved('semen')).toHaveLength(1);
    expect(await moved('vaccine')).toEqual([]);
  });
});

describe('purveyors', () => {
  it('S14: a supplier becomes a purveyor of the buyer once, whoever comes first', async () => {
    const principalId = await principalOf(world, 'farm1');
    const supplierPrincipalId = await principalOf(world, 'kzzq_depot1');
    const one = {
      principalId,
      name: `试验兽药店${Date.now()}`,
      supplierPrincipalId,
      phone: '13800001234',
      kinds: ['drug'],
    };
    const made = await Promise.all([1, 2, 3].map(() => inStock(world, (tx) => ensurePurveyor(tx, one))));
    expect(new Set(made).size).toBe(1);
    const renamed = { ...one, name: `${one.name}（新）`, kinds: ['feed'] };
    expect(await inStock(world, (tx) => ensurePurveyor(tx, renamed))).toBe(made[0]);
    const [row] = await world.sql('select name, kinds, phone_mask from depot.purveyor where id = $1', [made[0]]);
    expect(row).toEqual({ name: one.name, kinds: ['drug', 'feed'], phone_mask: '138****1234' });
  });
});

describe('goods that another module counts', () => {
  it('S14: stock list, stock by material and box show the balances of their source', async () => {
    const materialId = await makeMaterial(world, {
      kind: 'earTag',
      base_unit: 'piece',
      tracking: 'none',
      has_expiry: false,
    });
    const unit = await principalOf(world, 'kzzq_depot1');
    const staffId = await staffOf(world, 'kzzq_worker1');
    await makeBox(world, 'kzzq_worker1');
    const before = stockSources().get('earTag');
    registerStockSource('earTag', {
      page: '/sign/ledger',
      balances: async (_tx, ask) => [
        ...(ask.staffId === undefined ? [{ materialId, principalId: unit, staffId: null, qty: 400 }] : []),
        { materialId, principalId: unit, staffId, qty: 25 },
      ],
    });
    try {
      const manager = await world.as('kzzq_mgr');
      const numbered = (await manager.get('pri/depot/stock/numbered?kind=earTag')).data;
      expect(numbered).toMatchObject([
        { materialId, qty: 400, staffId: null, page: '/sign/ledger' },
        { materialId, qty: 25, staffId },
      ]);
      expect((await manager.get('pri/depot/stock/numbered?regionCode=150522000000')).data).toEqual([]);
      const summary = (await manager.get('pri/depot/stock/summary')).data as { materialId: number }[];
      expect(summary.find((one) => one.materialId === materialId)).toMatchObject({ onHand: 425, depots: 1, lots: 0 });
      const box = (await (await world.as('kzzq_worker1')).get('pri/medicineBox/mine')).data;
      expect(box.tags).toMatchObject([{ materialId, qty: 25, page: '/sign/ledger' }]);
    } finally {
      if (before) registerStockSource('earTag', before);
      else (stockSources() as Map<string, unknown>).delete('earTag');
    }
  });
});
