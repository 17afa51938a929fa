import { invalid, notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { type LimitLine, materialLimits, saveLimits } from '#modules/depot/contract/goods/material.ts';
import { toMilli } from '#modules/depot/contract/goods/quantity.ts';
import { closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import { materialFacts } from '../goods/material.ts';
import type { Posted } from '../stock/ledger/move.ts';
import { keeperUsers } from './depot.ts';
import { saveLimit } from './depot-limit.ts';

const entity = 'depot.depotLimit';

interface Watched {
  readonly id: number;
  readonly depotId: number;
  readonly materialId: number;
  readonly depotName: string;
  readonly materialName: string;
  readonly baseUnit: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly minQty: number | null;
  readonly maxQty: number | null;
  readonly onHand: number;
  readonly isTold: boolean;
}

/** The limits of these stores and materials, with what lies there now and whether a task says so already. */
const watched = `select l.id, l.depot_id as "depotId", l.material_id as "materialId", d.name as "depotName", m.name as "materialName", m.base_unit as "baseUnit",
    l.principal_id as "principalId", l.region_code as "regionCode", l.min_qty as "minQty", l.max_qty as "maxQty",
    coalesce((select sum(b.qty) from depot.stock_balance b where b.depot_id = l.depot_id and b.material_id = l.material_id), 0) as "onHand",
    exists (select 1 from platform.sys_task k where k.entity = '${entity}' and k.entity_id = l.id and k.status in ('open', 'claimed')) as "isTold"
  from depot.depot_limit l join depot.depot d on d.id = l.depot_id join depot.material m on m.id = l.material_id`;

/** R37: told after every posting. Below the minimum the keeper gets a task with a requisition ready to send; above the maximum a notice. */
export async function watchLimits(tx: Tx, moves: readonly Posted[]): Promise<void> {
  const change = new Map<string, { depotId: number; materialId: number; milli: number }>();
  const count = (depotId: number, materialId: number, milli: number) => {
    const key = `${depotId}:${materialId}`;
    change.set(key, { depotId, materialId, milli: (change.get(key)?.milli ?? 0) + milli });
  };
  for (const { from, to, materialId, qty } of moves) {
    if (from.kind === 'depot' && from.id) count(from.id, materialId, -toMilli(qty));
    if (to.kind === 'depot' && to.id) count(to.id, materialId, toMilli(qty));
  }
  const keys = [...change.values()];
  if (keys.length === 0) return;
  const limits = await tx.query<Watched>(
    `${watched} join unnest($1::bigint[], $2::bigint[]) k(depot_id, material_id) on l.depot_id = k.depot_id and l.material_id = k.material_id`,
    [keys.map((one) => one.depotId), keys.map((one) => one.materialId)],
  );
  for (const limit of limits) {
    const before = toMilli(limit.onHand) - (change.get(`${limit.depotId}:${limit.materialId}`)?.milli ?? 0);
    await tellOfLimit(tx, limit, before);
  }
}

async function tellOfLimit(tx: Tx, limit: Watched, before: number): Promise<void> {
  const now = toMilli(limit.onHand);
  const isLow = limit.minQty !== null && now < toMilli(limit.minQty);
  const args = {
    depot: limit.depotName,
    material: limit.materialName,
    n: limit.onHand,
    unit: `@depot.unit.${limit.baseUnit}`,
  };
  if (isLow && !limit.isTold) await openLow(tx, limit, args);
  if (!isLow && limit.isTold) await closeTask(tx, entity, limit.id);
  const most = limit.maxQty === null ? null : toMilli(limit.maxQty);
  if (most !== null && now > most && before <= most)
    await notify(tx, {
      userIds: await keeperUsers(tx, limit.depotId),
      type: 'reminder',
      title: { key: 'depot.limit.over', args: { ...args, max: limit.maxQty ?? 0 } },
      content: '',
      linkPath: `/pri/depot/stock?depotId=${limit.depotId}&materialId=${limit.materialId}`,
    });
}

async function openLow(tx: Tx, limit: Watched, args: Record<string, string | number>): Promise<void> {
  const [keeper] = await keeperUsers(tx, limit.depotId);
  await openTask(tx, {
    taskType: 'handle',
    taskName: { key: 'depot.limit.under', args: { ...args, min: limit.minQty ?? 0 } },
    entity,
    entityId: limit.id,
    linkPath: `/pri/depot/supplies?open=new&askDepotId=${limit.depotId}&materialIds=${limit.materialId}`,
    permission: keeper ? null : 'depot:req:edit',
    assigneeId: keeper ?? null,
    regionCode: limit.regionCode,
    principalId: limit.principalId,
  });
}

export const limitRoutes = (): Route[] => [
  serve('depot', materialLimits, async (call) => {
    const [rows] = await call.database.read<[LimitLine]>(call.actor.scope, {
      text: `select d.id as "depotId", d.name as "depotName", l.min_qty as "minQty", l.max_qty as "maxQty",
               coalesce((select sum(b.qty) from depot.stock_balance b where b.depot_id = d.id and b.material_id = $1), 0) as "onHand",
               (d.principal_id = $2 or d.keeper_ids @> (select to_jsonb(s.id) from registry.staff s where s.user_id = $3 and s.status = 'active' limit 1)) is true as "mayEdit"
             from depot.depot d left join depot.depot_limit l on l.depot_id = d.id and l.material_id = $1
             where d.kind not in ('box', 'transit') and d.status <> 'closed' and (l.id is not null or d.principal_id = $2) order by d.principal_id <> $2, d.depot_no limit 200`,
      values: [call.query.materialId, call.actor.principalId, call.actor.userId],
    });
    return rows;
  }),
  serve('depot', saveLimits, async (call) => {
    const { materialId, lines } = call.body;
    await materialFacts(call.tx, [materialId]);
    for (const [at, line] of lines.entries()) {
      const [depot] = await call.tx.query<{ principalId: number }>(
        `select principal_id as "principalId" from depot.depot where id = $1 and kind not in ('box', 'transit')`,
        [line.depotId],
      );
      // R28: a superior sets nothing in a subordinate's store.
      if (depot?.principalId !== call.actor.principalId) throw notFound();
      if (line.minQty !== null && line.maxQty !== null && line.minQty > line.maxQty)
        throw invalid([{ field: `lines.${at}.maxQty`, key: 'depot.limit.turned' }]);
      const dropped = await saveLimit(call.tx, { materialId, ...line });
      if (dropped !== null) await closeTask(call.tx, entity, dropped);
    }
    const limits = await call.tx.query<Watched>(`${watched} where l.material_id = $1 and l.depot_id = any ($2)`, [
      materialId,
      lines.map((line) => line.depotId),
    ]);
    for (const limit of limits) await tellOfLimit(call.tx, limit, toMilli(limit.onHand));
    return { saved: lines.length };
  }),
];
