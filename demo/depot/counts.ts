import type { Tx } from '#kit/server/db/database.ts';
import { computeLines } from '#modules/depot/server/box/compute.ts';
import { decisionLink, sumRequisition } from '#modules/depot/server/requisition/requisition.ts';
import { approveLines, replaceLines } from '#modules/depot/server/requisition/requisition-line.ts';
import { suggest } from '#modules/depot/server/requisition/suggest.ts';
import { asOf, type Then } from '#modules/depot/server/stock/ledger/as-of.ts';
import { sumStocktake } from '#modules/depot/server/stocktake/stocktake.ts';
import { countLines, freezeLines, recountLines } from '#modules/depot/server/stocktake/stocktake-line.ts';
import { setCounting } from '#modules/depot/server/store/depot.ts';
import { openTask } from '#modules/platform/server/index.ts';
import type { DepotWorld } from './stores.ts';

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

/**
 * Requisitions in four states, a count under way with its store frozen, one that waits for approval with twelve doses missing,
 * one that is settled, and sheets of boxes. To be called when goods lie in the stores: what is empty is left out.
 */
export async function saveCounts(tx: Tx, world: DepotWorld, today: string): Promise<void> {
  await saveUpperLimits(tx, world);
  await saveRequisitions(tx, world, today);
  await saveSheets(tx, world, today);
  await saveStocktakes(tx, world, today);
}

interface Store {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly principalId: number;
  readonly regionCode: number;
}

async function storeOf(tx: Tx, world: DepotWorld, key: string): Promise<Store> {
  const [store] = await tx.query<Store>(
    'select id, name, kind, principal_id as "principalId", region_code as "regionCode" from depot.depot where id = $1',
    [world.depots.get(key)],
  );
  if (!store) throw new Error(`the demo has no store ${key}`);
  return store;
}

const userOf = async (tx: Tx, username: string): Promise<number | null> => {
  const [user] = await tx.query<{ id: number }>('select id from platform.sys_user where username = $1', [username]);
  return user?.id ?? null;
};

/** What the fridge of the station should hold: the township's own requisition is computed from it. */
async function saveUpperLimits(tx: Tx, world: DepotWorld): Promise<void> {
  const store = await storeOf(tx, world, 'BLS-BX');
  for (const [key, least, most] of [
    ['YM-001', 1000, 8000],
    ['YM-005', 500, 7200],
  ] as const)
    await tx.query(
      `insert into depot.depot_limit (tenant_no, region_code, principal_id, depot_id, material_id, min_qty, max_qty) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (tenant_no, depot_id, material_id) do nothing`,
      [tx.scope.tenantNo, store.regionCode, store.principalId, store.id, materialOf(world, key), least, most],
    );
}

interface Wish {
  readonly from: string;
  readonly giver: string;
  readonly by: string;
  readonly purpose: string;
  readonly needIn: number;
  readonly asked: readonly (readonly [material: string, qty: number])[];
  readonly status: 'draft' | 'submitted' | 'approved' | 'rejected';
  readonly remark?: string;
}

const wishes: readonly Wish[] = [
  {
    from: 'BLS-BX',
    giver: 'KZ-LK',
    by: 'kzzq_depot1',
    purpose: 'season',
    needIn: 5,
    asked: [
      ['YM-001', 2000],
      ['YM-005', 600],
    ],
    status: 'submitted',
    remark: '秋防扫尾补针',
  },
  {
    from: 'SBT-BX',
    giver: 'KZ-LK',
    by: '',
    purpose: 'makeup',
    needIn: -2,
    asked: [['YM-001', 500]],
    status: 'approved',
  },
  {
    from: 'kzzq_worker1',
    giver: 'BLS-BX',
    by: 'kzzq_worker1',
    purpose: 'daily',
    needIn: 3,
    asked: [['YM-001', 200]],
    status: 'draft',
  },
  {
    from: 'GQK-BX',
    giver: 'KH-LK',
    by: '',
    purpose: 'emergency',
    needIn: 1,
    asked: [['YM-004', 5000]],
    status: 'rejected',
  },
];

function materialOf(world: DepotWorld, key: string): number {
  const id = world.materials.get(key);
  if (!id) throw new Error(`the demo has no material ${key}`);
  return id;
}

async function saveRequisitions(tx: Tx, world: DepotWorld, today: string): Promise<void> {
  for (const wish of wishes) {
    const store = await storeOf(tx, world, wish.from);
    const giver = await storeOf(tx, world, wish.giver);
    const maker = (wish.by ? await userOf(tx, wish.by) : world.keepers.get(wish.from)?.userId) ?? null;
    const lines = wish.asked.map(([key, asked]) => ({ materialId: materialOf(world, key), asked }));
    const found = await suggest(tx, store, { seasonId: null, materialIds: lines.map((one) => one.materialId) });
    const [row] = await tx.query<{ id: number; docNo: string }>(
      `insert into depot.requisition (tenant_no, region_code, doc_no, ask_principal_id, ask_depot_id, giver_principal_id, purpose, need_by, status, remark, created_by, created_at)
       values ($1, $2, kit.doc_no('DR'), $3, $4, $5, $6, $7, $8, $9, $10, now() - interval '2 days') returning id, doc_no as "docNo"`,
      [
        tx.scope.tenantNo,
        store.regionCode,
        store.principalId,
        store.id,
        giver.principalId,
        wish.purpose,
        dayBefore(today, -wish.needIn),
        wish.status,
        wish.remark ?? null,
        maker,
      ],
    );
    if (!row) continue;
    await replaceLines(
      tx,
      row.id,
      lines.map(({ materialId, asked }) => {
        const own = found.find((one) => one.materialId === materialId);
        const parts = own && { basis: own.basis, need: own.need, onHand: own.onHand, inTransit: own.inTransit };
        return { materialId, asked, suggested: own?.suggested ?? null, parts: parts ?? null };
      }),
    );
    if (wish.status === 'approved')
      await approveLines(
        tx,
        row.id,
        lines.map(({ materialId, asked }) => ({ materialId, approved: asked })),
      );
    await sumRequisition(tx, row.id);
    if (wish.status === 'submitted')
      await openTask(tx, {
        taskType: 'approve',
        taskName: { key: 'depot.requisition.taskApprove', args: { docNo: row.docNo, name: store.name } },
        entity: 'depot.requisition',
        entityId: row.id,
        linkPath: decisionLink(row.id),
        permission: 'depot:req:approve',
        regionCode: store.regionCode,
        principalId: giver.principalId,
      });
  }
}

/** Last month of two boxes: one handed in, one confirmed; the others have not accounted for anything. */
async function saveSheets(tx: Tx, world: DepotWorld, today: string): Promise<void> {
  const toOn = dayBefore(`${today.slice(0, 7)}-01`, 1);
  const fromOn = `${toOn.slice(0, 7)}-01`;
  const confirmer = await userOf(tx, 'kzzq_depot1');
  for (const [key, status] of [
    ['kzzq_worker1', 'submitted'],
    ['kzzq_worker2', 'confirmed'],
  ] as const) {
    if (!world.depots.has(key)) continue;
    const box = await storeOf(tx, world, key);
    const lines = await computeLines(tx, { boxId: box.id, fromOn, toOn }, []);
    if (lines.length === 0) continue;
    const isDone = status === 'confirmed';
    const [row] = await tx.query<{ id: number; docNo: string }>(
      `insert into depot.box_reconcile (tenant_no, region_code, principal_id, doc_no, box_id, month, from_on, to_on, lines, loss_reason, status, submitted_by, confirmed_by, confirmed_at, created_by)
       values ($1, $2, $3, kit.doc_no('DX'), $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $10) returning id, doc_no as "docNo"`,
      [
        tx.scope.tenantNo,
        box.regionCode,
        box.principalId,
        box.id,
        fromOn,
        toOn,
        JSON.stringify(lines),
        '散养户多，单户头数少，开瓶剩余较多',
        status,
        await userOf(tx, key),
        isDone ? confirmer : null,
        isDone ? `${today}T09:00:00+08:00` : null,
      ],
    );
    if (row && !isDone)
      await openTask(tx, {
        taskType: 'confirm',
        taskName: { key: 'depot.boxReconcile.taskConfirm', args: { name: box.name, docNo: row.docNo } },
        entity: 'depot.boxReconcile',
        entityId: row.id,
        linkPath: `/pri/medicineBox/reconcile?id=${row.id}`,
        permission: 'depot:box:confirm',
        regionCode: box.regionCode,
        principalId: box.principalId,
      });
  }
}

async function openCount(
  tx: Tx,
  world: DepotWorld,
  key: string,
  more: { blind: boolean; countOn: string; materialIds?: readonly number[] },
): Promise<{ id: number; store: Store } | null> {
  const store = await storeOf(tx, world, key);
  const filled = await tx.query('select 1 from depot.stock_balance where depot_id = $1 and qty > 0 limit 1', [
    store.id,
  ]);
  if (filled.length === 0) return null;
  const keeper = world.keepers.get(key);
  const [row] = await tx.query<{ id: number }>(
    `insert into depot.stocktake (tenant_no, region_code, principal_id, doc_no, depot_id, count_scope, material_ids, blind, counter_ids, count_on, started_at, status, created_by)
     values ($1, $2, $3, kit.doc_no('DP'), $4, $5, $6, $7, $8, $9, $9::date + time '08:30', 'draft', $10) returning id`,
    [
      tx.scope.tenantNo,
      store.regionCode,
      store.principalId,
      store.id,
      more.materialIds ? 'materials' : 'all',
      JSON.stringify(more.materialIds ?? []),
      more.blind,
      JSON.stringify([keeper?.staffId]),
      more.countOn,
      keeper?.userId ?? null,
    ],
  );
  return row ? { id: row.id, store } : null;
}

const setStatus = (tx: Tx, id: number, status: string) =>
  tx.query('update depot.stocktake set status = $2 where id = $1', [id, status]);
const linesOf = (tx: Tx, id: number) =>
  tx.query<{ lotId: number; book: number }>(
    'select lot_id as "lotId", book_qty as book from depot.stocktake_line where stocktake_id = $1 order by book_qty desc, id',
    [id],
  );

async function saveStocktakes(tx: Tx, world: DepotWorld, today: string): Promise<void> {
  // Settled: nothing was amiss that day.
  const countOn = dayBefore(today, 12);
  const settled = await openCount(tx, world, 'KH-LK', { blind: false, countOn });
  if (settled) {
    const then = asOf(countOn, [settled.store.id]);
    for (const one of (await tx.query<Then>(then.text, then.values)).filter(({ qty }) => qty > 0))
      await tx.query(
        `insert into depot.stocktake_line (tenant_no, stocktake_id, lot_id, material_id, book_qty, counted_qty, counted_at) values ($1, $2, $3, $4, $5, $5, $6::date + time '10:00')`,
        [tx.scope.tenantNo, settled.id, one.lotId, one.materialId, one.qty, countOn],
      );
    await sumStocktake(tx, settled.id);
    await setStatus(tx, settled.id, 'posted');
  }
  // Under way, blind, a third of it counted; the store is frozen.
  const running = await openCount(tx, world, 'KZ-CK', { blind: true, countOn: today });
  if (running) {
    await setCounting(tx, running.store.id, true);
    await freezeLines(tx, running.id);
    const lines = await linesOf(tx, running.id);
    const third = lines.slice(0, Math.ceil(lines.length / 3));
    await countLines(
      tx,
      running.id,
      third.map(({ lotId, book }) => ({ lotId, countedQty: book })),
    );
    await sumStocktake(tx, running.id);
    await setStatus(tx, running.id, 'counting');
  }
  await saveWaiting(tx, world, today);
}

/** Waits for the head's word: one vaccine, twelve doses short. Only that vaccine stands still. */
async function saveWaiting(tx: Tx, world: DepotWorld, today: string): Promise<void> {
  const [most] = await tx.query<{ materialId: number; lotId: number }>(
    `select material_id as "materialId", lot_id as "lotId" from depot.stock_balance where depot_id = $1 and qty - reserved >= 12 order by qty desc limit 1`,
    [world.depots.get('BLS-BX')],
  );
  const waiting =
    most && (await openCount(tx, world, 'BLS-BX', { blind: true, countOn: today, materialIds: [most.materialId] }));
  if (!waiting) return;
  await setCounting(tx, waiting.store.id, true);
  await freezeLines(tx, waiting.id);
  const lines = await linesOf(tx, waiting.id);
  const counted = (lotId: number, book: number) => (lotId === most.lotId ? book - 12 : book);
  await countLines(
    tx,
    waiting.id,
    lines.map(({ lotId, book }) => ({ lotId, countedQty: counted(lotId, book) })),
  );
  const short = lines.filter(({ lotId }) => lotId === most.lotId);
  await recountLines(
    tx,
    waiting.id,
    short.map(({ lotId, book }) => ({
      lotId,
      recountQty: book - 12,
      reason: 'damage',
      remark: '冰箱内破损一瓶，未登记',
    })),
  );
  const { diffs } = await sumStocktake(tx, waiting.id);
  await setStatus(tx, waiting.id, 'counted');
  await openTask(tx, {
    taskType: 'approve',
    taskName: { key: 'depot.stocktake.taskApprove', args: { name: waiting.store.name, n: diffs } },
    entity: 'depot.stocktake',
    entityId: waiting.id,
    linkPath: `/pri/depot/inventory?open=detail:${waiting.id}`,
    permission: 'depot:count:approve',
    regionCode: waiting.store.regionCode,
    principalId: waiting.store.principalId,
  });
}
