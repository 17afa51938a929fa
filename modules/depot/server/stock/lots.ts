import { forbidden, notFound } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { fromMilli, toMilli } from '#modules/depot/contract/goods/quantity.ts';
import {
  findLots,
  holdLot,
  type LotFacts,
  type LotUse,
  lotTrace,
  recallLot,
  releaseLot,
} from '#modules/depot/contract/stock/lot.ts';
import { notify, openTask } from '#modules/platform/server/index.ts';
import { setQuality } from './lot.ts';
import { holdBalance } from './stock-balance.ts';

const lotColumns = `l.id, m.id as "materialId", m.name as "materialName", m.spec, m.kind, m.base_unit as "baseUnit", m.packs, l.lot_no as "lotNo", l.manufacturer,
  to_char(l.produced_on, 'YYYY-MM-DD') as "producedOn", to_char(l.expire_on, 'YYYY-MM-DD') as "expireOn", l.quality, l.quality_reason as "qualityReason"`;
const lots = `from depot.lot l join depot.material m on m.id = l.material_id`;

export const lotRoutes = (): Route[] => [
  serve('depot', findLots, async (call) => {
    const { words } = call.query;
    const number = /^\d{1,15}$/.test(words) ? Number(words) : null;
    const [rows] = await call.database.read<[LotFacts]>(call.actor.scope, {
      text: `select ${lotColumns} ${lots} where l.cut_at is null and (l.lot_no ilike $1 or ($2::bigint is not null and l.seg_from <= $2 and l.seg_to >= $2)) order by l.id desc limit 20`,
      values: [`${words.replace(/[\\%_]/g, '\\$&')}%`, number],
    });
    return rows;
  }),
  serve('depot', lotTrace, trace),
  serve('depot', holdLot, async (call) => ({ quality: await hold(call as unknown as Call, 'hold') })),
  serve('depot', releaseLot, async (call) => ({ quality: await hold(call as unknown as Call, 'ok') })),
  serve('depot', recallLot, recall),
];

interface Stop {
  depotId: number;
  depotName: string;
  kind: string;
  principalName: string | null;
  received: number;
  sent: number;
  used: number;
  lost: number;
  onHand: number;
  hold: boolean;
}
interface Road {
  docId: number | null;
  docNo: string | null;
  fromId: number | null;
  toId: number | null;
  fromName: string | null;
  toName: string | null;
  sentOn: string | null;
  arrivedOn: string | null;
  sent: number;
  arrived: number;
}
interface Sums {
  received: number;
  used: number;
  lost: number;
  returned: number;
  inTransit: number;
  head: number;
  uses: number;
}

/** A reversal takes back what its own ends say: what comes from use is so much less used. */
const flow = (kind: string) =>
  `(coalesce(sum(m.qty) filter (where m.to_kind = '${kind}'), 0) - coalesce(sum(m.qty) filter (where m.from_kind = '${kind}'), 0))`;

async function trace(call: Call<typeof lotTrace>) {
  const { lotId } = call.query;
  const [found, [sums], stops, roads, uses] = await call.database.read<
    [LotFacts, Sums, Stop, Road, Omit<LotUse, 'regionName'> & { regionCode: number }]
  >(
    call.actor.scope,
    { text: `select ${lotColumns} ${lots} where l.id = $1`, values: [lotId] },
    {
      text: `select coalesce(sum(m.qty) filter (where m.from_kind in ('purveyor', 'adjust', 'cut')), 0) as received, ${flow('use')} + ${flow('holder')} as used, ${flow('loss')} as lost,
               coalesce(sum(m.qty) filter (where m.to_kind in ('purveyor', 'adjust', 'cut')), 0) as returned, ${flow('transit')} as "inTransit",
               (coalesce(sum(m.head_served) filter (where m.to_kind = 'use'), 0) - coalesce(sum(m.head_served) filter (where m.from_kind = 'use'), 0))::int as head,
               count(*) filter (where m.to_kind in ('use', 'holder'))::int as uses
             from depot.stock_move m where m.lot_id = $1`,
      values: [lotId],
    },
    {
      text: `select d.id as "depotId", d.name as "depotName", d.kind, (select p.principal_unit_name from registry.principal p where p.id = d.principal_id) as "principalName",
               coalesce(sum(m.qty) filter (where m.to_kind = 'depot' and m.to_id = d.id and m.from_kind not in ('use', 'loss', 'holder')), 0) as received,
               coalesce(sum(m.qty) filter (where m.from_kind = 'depot' and m.from_id = d.id and m.to_kind in ('depot', 'transit', 'purveyor', 'adjust', 'cut')), 0) as sent,
               coalesce(sum(case when m.to_kind in ('use', 'holder') then m.qty when m.from_kind in ('use', 'holder') then -m.qty else 0 end), 0) as used,
               coalesce(sum(case when m.to_kind = 'loss' then m.qty when m.from_kind = 'loss' then -m.qty else 0 end), 0) as lost, b.qty as "onHand", b.hold
             from depot.stock_balance b join depot.depot d on d.id = b.depot_id
               left join depot.stock_move m on m.lot_id = b.lot_id and ((m.from_kind = 'depot' and m.from_id = d.id) or (m.to_kind = 'depot' and m.to_id = d.id))
             where b.lot_id = $1 and d.kind <> 'transit' group by d.id, b.qty, b.hold order by d.region_code, d.id limit 500`,
      values: [lotId],
    },
    {
      text: `select m.doc_id as "docId", max(m.doc_no) as "docNo", max(m.from_id) filter (where m.from_kind = 'depot') as "fromId", max(m.to_id) filter (where m.to_kind = 'depot') as "toId",
               (select d.name from depot.depot d where d.id = max(m.from_id) filter (where m.from_kind = 'depot')) as "fromName",
               (select d.name from depot.depot d where d.id = max(m.to_id) filter (where m.to_kind = 'depot')) as "toName",
               to_char(min(m.biz_date) filter (where m.from_kind = 'depot'), 'YYYY-MM-DD') as "sentOn", to_char(max(m.biz_date) filter (where m.to_kind = 'depot'), 'YYYY-MM-DD') as "arrivedOn",
               coalesce(sum(m.qty) filter (where m.from_kind = 'depot'), 0) as sent, coalesce(sum(m.qty) filter (where m.to_kind = 'depot'), 0) as arrived
             from depot.stock_move m where m.lot_id = $1 and (m.from_kind = 'transit' or m.to_kind = 'transit' or (m.from_kind = 'depot' and m.to_kind = 'depot'))
             group by m.doc_id order by min(m.id) limit 500`,
      values: [lotId],
    },
    {
      text: `select m.id, to_char(m.biz_date, 'YYYY-MM-DD') as "bizDate", (select d.name from depot.depot d where d.id = m.from_id) as "depotName", (select s.name from registry.staff s where s.id = m.staff_id) as "staffName",
               case m.to_kind when 'holder' then (select p.principal_unit_name from registry.principal p where p.id = m.to_id) end as "holderName", m.region_code as "regionCode",
               m.source_type as "sourceType", m.source_id as "sourceId", m.head_served as "headServed", m.qty
             from depot.stock_move m where m.lot_id = $1 and m.from_kind = 'depot' and m.to_kind in ('use', 'holder')
               and not exists (select 1 from depot.stock_move r where r.lot_id = m.lot_id and r.reverses_id = m.id) order by m.biz_date desc, m.id desc limit 200`,
      values: [lotId],
    },
  );
  const lot = found[0];
  if (!lot || !sums) throw notFound();
  const onHand = fromMilli(stops.reduce((sum, stop) => sum + toMilli(stop.onHand), 0));
  const out = [onHand, sums.inTransit, sums.used, sums.lost, sums.returned].reduce((sum, n) => sum + toMilli(n), 0);
  return {
    lot,
    received: sums.received,
    onHand,
    inTransit: sums.inTransit,
    used: sums.used,
    lost: sums.lost,
    returned: sums.returned,
    difference: fromMilli(toMilli(sums.received) - out),
    headServed: sums.head,
    stops,
    roads,
    uses: uses.map(({ regionCode, ...use }) => ({
      ...use,
      regionName: lookups().regionName(regionCode, call.language),
    })),
    useCount: sums.uses,
  };
}

/**
 * R18. A store's keeper stops what lies in that store; the whole lot, in everybody's stores, is stopped by whoever may also
 * recall it.
 */
async function hold(call: Call, to: 'ok' | 'hold'): Promise<string> {
  const { lotId, depotId, reason } = call.body as { lotId: number; depotId?: number; reason: string };
  const [lot] = await call.tx.query<{ quality: string; lotNo: string }>(
    'select quality, lot_no as "lotNo" from depot.lot where id = $1',
    [lotId],
  );
  if (!lot) throw notFound();
  if (depotId === undefined && !call.actor.actions.has('depot:lot:recall')) throw forbidden();
  if (depotId === undefined)
    await inTenant(call.tx, call.actor.tenantNo, 'stock', (tx) =>
      setQuality(tx, lotId, to, to === 'hold' ? reason : null),
    );
  else if (!(await holdBalance(call.tx, { depotId, lotId }, to === 'hold' ? reason : null))) throw notFound();
  await audit(call.tx, call, {
    module: 'depot',
    entity: 'lot',
    entityId: lotId,
    entityName: lot.lotNo,
    action: to === 'hold' ? 'hold' : 'release',
    params: { depotId: depotId ?? null, reason },
  });
  call.answer.msg = call.say('ok.done');
  return depotId === undefined ? to : lot.quality;
}

interface Holding {
  depotId: number;
  depotName: string;
  principalId: number;
  regionCode: number;
  qty: number;
  keeperUser: number | null;
}

/** R16: blocked everywhere at once; whoever has some is given the task of bringing it back. */
async function recall(call: Call<typeof recallLot>) {
  const { lotId, reason, notice } = call.body;
  const [lot] = await call.tx.query<{ lotNo: string; name: string }>(
    `select l.lot_no as "lotNo", m.name ${lots} where l.id = $1`,
    [lotId],
  );
  if (!lot) throw notFound();
  const held = await inTenant(call.tx, call.actor.tenantNo, 'stock', async (tx) => {
    await setQuality(tx, lotId, 'recalled', reason);
    const holdings = await tx.query<Holding>(
      `select d.id as "depotId", d.name as "depotName", d.principal_id as "principalId", d.region_code as "regionCode", b.qty,
         (select s.user_id from registry.staff s where s.id = coalesce(d.staff_id, (d.keeper_ids ->> 0)::bigint)) as "keeperUser"
       from depot.stock_balance b join depot.depot d on d.id = b.depot_id where b.lot_id = $1 and b.qty > 0 and d.kind <> 'transit' order by d.id`,
      [lotId],
    );
    for (const one of holdings)
      await openTask(tx, {
        taskType: 'handle',
        taskName: { key: 'depot.lot.taskReturn', args: { lot: lot.lotNo, material: lot.name, depot: one.depotName } },
        entity: 'depot.lot',
        entityId: lotId,
        linkPath: `/pri/depot/lotTrace?lotId=${lotId}`,
        regionCode: one.regionCode,
        principalId: one.principalId,
        ...(one.keeperUser ? { assigneeId: one.keeperUser } : { permission: 'depot:out:edit' }),
      });
    const users = [...new Set(holdings.flatMap((one) => one.keeperUser ?? []))];
    if (users.length > 0)
      await notify(tx, {
        userIds: users,
        type: 'reminder',
        level: 'urgent',
        title: { key: 'depot.lot.noticeRecall', args: { lot: lot.lotNo, material: lot.name } },
        content: notice,
        linkPath: `/pri/depot/lotTrace?lotId=${lotId}`,
      });
    return holdings;
  });
  await audit(call.tx, call, {
    module: 'depot',
    entity: 'lot',
    entityId: lotId,
    entityName: lot.lotNo,
    action: 'recall',
    params: { reason, notice },
  });
  call.answer.msg = call.say('ok.done');
  return { stores: held.length, qty: fromMilli(held.reduce((sum, one) => sum + toMilli(one.qty), 0)) };
}
