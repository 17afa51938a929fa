import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { depotResource, depotTotals, keeperChoices } from '#modules/depot/contract/store/depot.ts';
import { checkDepot } from './check.ts';
import { refuseFull } from './depot.guards.ts';
import { staffNames } from './staff-names.ts';

const keeperNames = staffNames('t.keeper_ids');
const isOut = '(t.last_celsius < t.temp_min or t.last_celsius > t.temp_max)';
const listed = `t.kind not in ('box', 'transit')`;

export const depotRoutes = (): Route[] => [
  ...serveResource(depotResource)({
    listed,
    expressions: {
      keeperNames,
      tempMin: 't.temp_min::float8',
      tempMax: 't.temp_max::float8',
      tempRange: `case when t.temp_min is not null then trim_scale(t.temp_min) || ' ~ ' || trim_scale(t.temp_max) || ' °C' end`,
      materialCount:
        '(select count(distinct b.material_id)::int from depot.stock_balance b where b.depot_id = t.id and b.qty > 0)',
      expiringCount: `(select count(*)::int from depot.stock_balance b join depot.lot l on l.id = b.lot_id where b.depot_id = t.id and b.qty > 0 and l.expire_on < (now() at time zone 'Asia/Shanghai')::date + 30)`,
      lastCelsius: 't.last_celsius::float8',
      stockValue: `(select round(sum(b.qty * c.unit_cost), 2)::float8 from depot.stock_balance b join depot.stock_cost c on c.about = 'balance' and c.about_id = b.id where b.depot_id = t.id and b.qty > 0)`,
    },
    before: {
      add: async (call, values) => ({ staffJob: await checkDepot(call.tx, values) }),
      edit: async (call, values, row) => {
        await checkDepot(call.tx, { ...row, ...values, kind: row.kind }, row.id);
        return undefined;
      },
      transition: async (call, move) => {
        if (move.name === 'close') await refuseFull(call.tx, move.id);
        return undefined;
      },
    },
  }),
  serve('depot', depotTotals, async (call) => {
    const [rows] = await call.database.read<[{ kind: string; n: number; out: number }]>(call.actor.scope, {
      text: `select t.kind, count(*)::int as n, (count(*) filter (where ${isOut}))::int as out from depot.depot t
             where ${listed} and t.status <> 'closed' group by t.kind order by 2 desc, 1`,
      values: [],
    });
    return rows;
  }),
  serve('depot', keeperChoices, async (call) => {
    const [rows] = await call.database.read<[{ id: number; name: string; job: string; hasAccount: boolean }]>(
      call.actor.scope,
      {
        text: `select s.id, s.name, s.job, s.user_id is not null as "hasAccount" from registry.staff s
               where s.principal_id = $1 and s.status = 'active' order by s.job <> 'depotKeeper', s.name limit 200`,
        values: [call.query.principalId],
      },
    );
    return rows;
  }),
];

/** The accounts of a store's keepers, the responsible one first. */
export async function keeperUsers(tx: Tx, depotId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select s.user_id as id from depot.depot d, jsonb_array_elements_text(d.keeper_ids) with ordinality k(id, n) join registry.staff s on s.id = k.id::bigint
     where d.id = $1 and s.status = 'active' and s.user_id is not null order by k.n`,
    [depotId],
  );
  return rows.map((row) => row.id);
}

/** R22: only a store's keepers post its papers, and only the carrier those of a box. Answers the staff row the caller acts as. */
export async function mustKeep(call: Pick<Call, 'tx' | 'actor'>, depotId: number): Promise<number> {
  const [row] = await call.tx.query<{ id: number }>(
    `select s.id from depot.depot d join registry.staff s on s.user_id = $2 and s.status = 'active'
     where d.id = $1 and (d.staff_id = s.id or d.keeper_ids @> to_jsonb(s.id)) limit 1`,
    [depotId, call.actor.userId],
  );
  if (!row) throw refusal('notKeeper', 'depot.ledger.notKeeper');
  return row.id;
}

/** A count begins or ends: postings wait for this row, so none slips in between. */
export async function setCounting(tx: Tx, depotId: number, counting: boolean): Promise<void> {
  const rows = await tx.query(
    `update depot.depot set status = $2, version = version + 1, updated_at = now() where id = $1 and status = $3 returning 1`,
    [depotId, counting ? 'counting' : 'active', counting ? 'active' : 'counting'],
  );
  if (rows.length === 0) throw refusal('counting', 'depot.ledger.notCountable');
}

/** The newest reading of a store, kept beside it. */
export async function keepReading(tx: Tx, depotId: number, readAt: string, celsius: number): Promise<void> {
  await tx.query(
    'update depot.depot set last_celsius = $2, last_read_at = $3 where id = $1 and (last_read_at is null or last_read_at <= $3)',
    [depotId, celsius, readAt],
  );
}

/** R24: the cold stores nobody has read in this slot; each is answered once, to whoever asks first. */
export async function takeUnread(
  tx: Tx,
  slot: { readonly key: string; readonly from: string },
): Promise<{ id: number; name: string }[]> {
  return tx.query(
    `update depot.depot d set reminded_slot = $1 where d.tenant_no = $3 and d.kind in ('coldRoom', 'fridge', 'freezer', 'nitrogenTank') and d.status in ('active', 'counting')
       and d.reminded_slot is distinct from $1 and (d.last_read_at is null or d.last_read_at < $2) returning d.id, d.name`,
    [slot.key, slot.from, tx.scope.tenantNo],
  );
}
