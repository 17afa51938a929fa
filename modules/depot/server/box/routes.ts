import { notFound, refusal } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import {
  boxDetail,
  medicineBox,
  myBox,
  offerReturn,
  writeOffOpened,
} from '#modules/depot/contract/box/medicine-box.ts';
import { baseQty, fromMilli, toMilli } from '#modules/depot/contract/goods/quantity.ts';
import { closeTask, openTask } from '#modules/platform/server/index.ts';
import { refuseDate } from '../document/dates.ts';
import { powersOf } from '../document/rights.ts';
import { chinaDay } from '../goods/goods-sql.ts';
import type { Posted } from '../stock/ledger/move.ts';
import { postMoves } from '../stock/ledger/post.ts';
import { short } from '../stock/ledger/refuse.ts';
import { headOf, ownBox, viewBox } from './view.ts';
import { mustCarry } from './whose.ts';

const entity = 'depot.medicineBox';
const inside = (unit: string) =>
  `(select coalesce(sum(b.qty), 0) from depot.stock_balance b join depot.material m on m.id = b.material_id where b.depot_id = t.id and m.base_unit = '${unit}')`;
const lots = `from depot.stock_balance b join depot.lot l on l.id = b.lot_id where b.depot_id = t.id and b.qty > 0`;
const lastIn = `(select max(v.biz_date) from depot.stock_move v where v.to_kind = 'depot' and v.to_id = t.id and v.from_kind <> 'use')`;
const lastUse = `(select max(v.biz_date) from depot.stock_move v where v.from_kind = 'depot' and v.from_id = t.id and v.to_kind = 'use')`;
/** The last day that is accounted for: of the last sheet that was handed in, or the day before anything happened. */
const accounted = `coalesce((select max(r.to_on) from depot.box_reconcile r where r.box_id = t.id and r.status <> 'draft'),
  (select min(v.biz_date) - 1 from depot.stock_move v where v.to_kind = 'depot' and v.to_id = t.id))`;

/** What the list knows of every box. */
export const boxExpressions = {
  carrierName: '(select s.name from registry.staff s where s.id = t.staff_id)',
  materialCount: `(select count(distinct b.material_id)::int ${lots})`,
  doses: inside('dose'),
  straws: inside('straw'),
  expiringCount: `(select count(*)::int ${lots} and l.expire_on < ${chinaDay} + 30)`,
  lastIssueOn: lastIn,
  lastUseOn: lastUse,
  // So that any number can be compared with it.
  idleDays: `(${chinaDay} - greatest(${lastIn}, ${lastUse}))::float8`,
  unreconciledDays: `coalesce(case when greatest(${lastIn}, ${lastUse}) > ${accounted} then ${chinaDay} - ${accounted} end, 0)`,
  pendingCount: `(select count(*)::int from depot.stock_pending p where p.box_id = t.id and p.status = 'open')`,
  hasExpired: `exists (select 1 ${lots} and l.expire_on < ${chinaDay})`,
  materialId: 'null::bigint',
} as const;

export const boxRoutes = (): Route[] => [
  ...serveResource(medicineBox)({
    expressions: boxExpressions,
    match: {
      materialId: (value, add) =>
        `exists (select 1 from depot.stock_balance b where b.depot_id = t.id and b.qty > 0 and b.material_id = any (${add(String(value).split(',').map(Number))}::bigint[]))`,
    },
  }),
  serve('depot', myBox, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const head = await ownBox(tx);
      return head ? viewBox(tx, head) : null;
    }),
  ),
  serve('depot', boxDetail, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const head = await headOf(tx, call.params.id);
      // Without `all` another's box is not there.
      if (!head || !(head.mine || call.actor.actions.has('depot:box:all'))) throw notFound();
      return viewBox(tx, head);
    }),
  ),
  serve('depot', writeOffOpened, writeOff),
  serve('depot', offerReturn, offer),
];

interface Lying {
  readonly id: number;
  readonly materialId: number;
  readonly materialName: string;
  readonly baseUnit: string;
  readonly decimals: number;
  readonly lotNo: string;
  readonly free: number;
}

/** The lots named, as they lie in the box; what is not there is refused like everything that is not there. */
async function lying(tx: Tx, boxId: number, lines: readonly { lotId: number; qty: number }[]): Promise<Lying[]> {
  const rows = await tx.query<Lying>(
    `select l.id, b.material_id as "materialId", m.name as "materialName", m.base_unit as "baseUnit", m.decimals, l.lot_no as "lotNo", b.qty - b.reserved as free
     from depot.stock_balance b join depot.lot l on l.id = b.lot_id join depot.material m on m.id = b.material_id where b.depot_id = $1 and b.lot_id = any ($2)`,
    [boxId, lines.map((one) => one.lotId)],
  );
  return lines.map(({ lotId, qty }) => {
    const lot = rows.find((row) => row.id === lotId);
    if (!lot) throw notFound();
    if (baseQty({ ...lot, packs: [] }, lot.baseUnit, qty) === null)
      throw refusal('unitFraction', 'depot.ledger.unitFraction', { unit: `@depot.unit.${lot.baseUnit}` });
    if (toMilli(lot.free) < toMilli(qty)) throw short(lot as never, lot.free, qty);
    return lot;
  });
}

async function writeOff(call: Call<typeof writeOffOpened>) {
  const { boxId, lines, bizDate } = call.body;
  const box = await mustCarry(call, boxId);
  refuseDate(bizDate, powersOf(call).back);
  const found = await lying(call.tx, boxId, lines);
  await postMoves(
    call.tx,
    found.map((lot, at) => ({
      moveKind: 'loss',
      materialId: lot.materialId,
      lotId: lot.id,
      from: { kind: 'depot', id: boxId },
      to: { kind: 'loss' },
      qty: lines[at]?.qty ?? 0,
      bizDate,
      docType: 'useOut',
      reason: 'openLoss',
    })),
  );
  const written = fromMilli(lines.reduce((sum, one) => sum + toMilli(one.qty), 0));
  await audit(call.tx, call as unknown as Call, {
    module: 'depot',
    entity: 'medicineBox',
    entityId: boxId,
    entityName: box.name,
    action: 'openLoss',
    after: { lines, bizDate },
  });
  call.answer.msg = call.say('ok.done');
  return { written };
}

async function offer(call: Call<typeof offerReturn>) {
  const { boxId, lines, remark } = call.body;
  const box = await mustCarry(call, boxId);
  await lying(call.tx, boxId, lines);
  await closeTask(call.tx, entity, boxId, 'accept');
  const told = lines.map(({ lotId, qty }) => `${lotId}:${qty}`).join(',');
  const taskId = await openTask(call.tx, {
    taskType: 'accept',
    taskName: { key: 'depot.medicineBoxPage.taskReturn', args: { name: box.name, n: lines.length } },
    entity,
    entityId: boxId,
    linkPath: `/pri/depot/materialIn?open=new&reason=staffReturn&boxId=${boxId}&lots=${told}`,
    permission: 'depot:in:edit',
    regionCode: box.regionCode,
    principalId: box.principalId,
    content: remark ?? null,
  });
  await audit(call.tx, call as unknown as Call, {
    module: 'depot',
    entity: 'medicineBox',
    entityId: boxId,
    entityName: box.name,
    action: 'return',
    after: { lines },
  });
  call.answer.msg = call.say('depot.medicineBoxPage.returnAsked');
  return { taskId };
}

/** What was offered back has come: the keeper's task is done. */
export async function settleReturns(tx: Tx, moves: readonly Posted[]): Promise<void> {
  const from = new Set(
    moves.flatMap((move) =>
      move.from.kind === 'depot' && move.to.kind === 'depot' && move.from.id ? [move.from.id] : [],
    ),
  );
  for (const boxId of from) await closeTask(tx, entity, boxId, 'accept');
}
