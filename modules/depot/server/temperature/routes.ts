import { invalid, notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import {
  addTemperature,
  type ColdStore,
  coldStores,
  holdInside,
  type LotInside,
  mostDays,
  type Reading,
  temperatureList,
} from '#modules/depot/contract/temperature/temperature.ts';
import { holdBalance } from '../stock/stock-balance.ts';
import { writeReading } from './log.ts';
import { dueSlots, endOf, hoursOut, slotAt } from './slots.ts';

const dayMs = 86_400_000;
/** How late a reading may be written down, and how far clocks may differ. */
const latestBack = 7 * dayMs;
const clockSkew = 5 * 60_000;

/** A person of the unit writes its readings; superiors read them (R28). */
const mayAdd = `(d.principal_id = $1 or exists (select 1 from registry.staff s where s.user_id = $2 and s.status = 'active' and d.keeper_ids @> to_jsonb(s.id)))`;

const storeColumns = `d.id, d.name, d.kind, (select p.principal_unit_name from registry.principal p where p.id = d.principal_id) as "principalName",
  d.temp_min::float8 as "tempMin", d.temp_max::float8 as "tempMax", d.last_celsius::float8 as "lastCelsius",
  to_char(d.last_read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "lastReadAt",
  coalesce(d.last_celsius < d.temp_min or d.last_celsius > d.temp_max, false) as "isOut", ${mayAdd} as "mayAdd"`;

type StoreRow = Omit<ColdStore, 'isMissing'>;

/** Nothing was written in the newest slot that is due. */
function withMissing(row: StoreRow, mayEdit: boolean, now: number): ColdStore {
  const today = slotAt(now).day;
  const due = dueSlots(today, today, now).at(-1);
  const last = row.lastReadAt === null ? null : slotAt(Date.parse(row.lastReadAt));
  const isMissing =
    due !== undefined &&
    (last === null ||
      `${last.day} ${last.slot === 'morning' ? 0 : 1}` < `${due.day} ${due.slot === 'morning' ? 0 : 1}`);
  return { ...row, mayAdd: row.mayAdd && mayEdit, isMissing };
}

export const temperatureRoutes = (): Route[] => [
  serve('depot', coldStores, async (call) => {
    const [rows] = await call.database.read<[StoreRow]>(call.actor.scope, {
      text: `select ${storeColumns} from depot.depot d where d.kind in ('coldRoom', 'fridge', 'freezer', 'nitrogenTank') and d.status <> 'closed'
             order by 9 desc, d.principal_id <> $1, d.depot_no limit 500`,
      values: [call.actor.principalId, call.actor.userId],
    });
    const mayEdit = call.actor.actions.has('depot:temp:edit');
    return rows.map((row) => withMissing(row, mayEdit, Date.now()));
  }),

  serve('depot', temperatureList, async (call) => {
    const { depotId, from, to } = call.query;
    const days = (Date.parse(to) - Date.parse(from)) / dayMs;
    if (days < 0 || days >= mostDays)
      throw invalid([{ field: 'to', key: 'depot.temperature.tooLong', args: { n: mostDays } }]);
    const [stores, readings] = await call.database.read<[StoreRow, Reading]>(
      call.actor.scope,
      {
        text: `select ${storeColumns} from depot.depot d where d.id = $3 and d.kind <> 'transit'`,
        values: [call.actor.principalId, call.actor.userId, depotId],
      },
      {
        text: `select t.id, to_char(t.read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "readAt", t.celsius::float8 as celsius, t.in_range as "inRange",
                 (select s.name from registry.staff s where s.id = t.staff_id) as "byName", t.device_id is not null as "isDevice", t.remark
               from depot.depot_temperature t where t.depot_id = $1 and t.read_at >= ($2 || ' 00:00:00+08')::timestamptz and t.read_at < ($3 || ' 00:00:00+08')::timestamptz + interval '1 day'
               order by t.read_at limit 20000`,
        values: [depotId, from, to],
      },
    );
    const [store] = stores;
    if (!store) throw notFound();
    const seen = new Set(readings.map((one) => Object.values(slotAt(Date.parse(one.readAt))).join()));
    const due = dueSlots(from, to, Date.now());
    const missing = due.filter((one) => !seen.has(Object.values(one).join()));
    return {
      store: withMissing(store, call.actor.actions.has('depot:temp:edit'), Date.now()),
      readings,
      missing,
      sum: {
        readings: readings.length,
        out: readings.filter((one) => !one.inRange).length,
        hoursOut: hoursOut(readings, Math.min(Date.now(), endOf(to))),
        missing: missing.length,
        slots: due.length,
      },
    };
  }),

  serve('depot', addTemperature, async (call) => {
    const { depotId, readAt, celsius, remark } = call.body;
    const staffId = await mustBeThere(call as unknown as Call, depotId);
    const at = Date.parse(readAt);
    if (at > Date.now() + clockSkew) throw invalid([{ field: 'readAt', key: 'depot.temperature.future' }]);
    if (at < Date.now() - latestBack) throw invalid([{ field: 'readAt', key: 'depot.temperature.tooOld' }]);
    const made = await writeReading(call.tx, {
      depotId,
      readAt: new Date(at).toISOString(),
      celsius: Math.round(celsius * 10) / 10,
      staffId,
      remark: remark || null,
    });
    call.answer.msg = call.say('ok.saved');
    return { ...made, inside: made.inRange ? [] : await insideOf(call.tx, depotId, celsius) };
  }),

  serve('depot', holdInside, async (call) => {
    const { depotId, lotIds, reason } = call.body;
    await mustBeThere(call as unknown as Call, depotId);
    let held = 0;
    for (const lotId of lotIds) if (await holdBalance(call.tx, { depotId, lotId }, reason)) held += 1;
    call.answer.msg = call.say('ok.done');
    return { held };
  }),
];

/** Answers the staff row of the caller, null for somebody of the unit who has none. */
async function mustBeThere(call: Call, depotId: number): Promise<number | null> {
  const [row] = await call.tx.query<{ mayAdd: boolean; staffId: number | null }>(
    `select ${mayAdd} as "mayAdd", (select s.id from registry.staff s where s.user_id = $2 and s.status = 'active' limit 1) as "staffId"
     from depot.depot d where d.id = $3 and d.kind <> 'transit'`,
    [call.actor.principalId, call.actor.userId, depotId],
  );
  if (!row?.mayAdd) throw notFound();
  return row.staffId;
}

/** Lots that lie in the store and do not bear this temperature. */
const insideOf = (tx: Tx, depotId: number, celsius: number): Promise<LotInside[]> =>
  tx.query<LotInside>(
    `select l.id as "lotId", l.lot_no as "lotNo", m.name as "materialName", m.base_unit as "baseUnit", b.qty
     from depot.stock_balance b join depot.lot l on l.id = b.lot_id join depot.material m on m.id = b.material_id
     where b.depot_id = $1 and b.qty > 0 and not b.hold and l.quality = 'ok' and ($2 < m.store_temp_min or $2 > m.store_temp_max) order by m.name, l.lot_no limit 500`,
    [depotId, celsius],
  );
