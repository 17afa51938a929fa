import type { DataOf } from '#kit/contract/endpoint.ts';
import { notFound } from '#kit/contract/errors.ts';
import type { Call } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import type { InfoMove, prepareInfo } from '#modules/prevention/contract/outbreak/investigation-info.ts';
import { stockOf } from '../livestock/stock/stock-of.ts';

type Known = DataOf<typeof prepareInfo>;

/** What the book knows of a holding: nobody need ask for it at the door. */
export async function prepared(call: Call<typeof prepareInfo>): Promise<Known> {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const [info] = await tx.query<{ principalId: number; since: string }>(
      `select i.principal_id as "principalId", to_char(coalesce(i.first_sign_on, a.suspected_on, a.start_date) - 30, 'YYYY-MM-DD') as since
       from prevention.investigation_info i join prevention.investigation_action a on a.id = i.action_id where i.id = $1`,
      [call.query.id],
    );
    if (!info) throw notFound();
    const holder = [info.principalId];
    const immunity = await tx.query<Known['immunity'][number]>(
      `select disease_code as "diseaseCode", count(*)::int as heads, count(*) filter (where valid_until >= $2)::int as protected, to_char(max(last_on), 'YYYY-MM-DD') as "lastOn"
       from prevention.animal_immunity where tenant_no = kit.tenant() and principal_id = $1 and in_stock group by 1 order by 1`,
      [...holder, today()],
    );
    const lots = await tx.query<Known['lots'][number]>(
      `select to_char(v.visited_on, 'YYYY-MM-DD') as on, l.vaccine_name as vaccine, l.lot_no as "lotNo", l.tagged_head as heads
       from prevention.immunisation_visit v join prevention.immunisation_line l on l.tenant_no = v.tenant_no and l.visit_id = v.id
       where v.principal_id = $1 and v.counted order by v.visited_on desc, l.id limit 12`,
      holder,
    );
    const moves = await tx.query<InfoMove & { way: string }>(
      `select to_char(c.happened_on, 'YYYY-MM-DD') as on, case when c.principal_id = $1 then 'out' else 'in' end as way,
         case when c.principal_id = $1 then c.to_principal_id else c.principal_id end as "principalId",
         case when c.principal_id = $1 then coalesce(registry.principal_name(c.to_principal_id), c.buyer_name, c.to_place_text) else registry.principal_name(c.principal_id) end as counterpart,
         coalesce((select a.species from registry.animal_change_line l join registry.animal a on a.id = l.animal_id where l.change_id = c.id limit 1), 'cattle') as species,
         c.count as head, c.vehicle_no as vehicle
       from registry.animal_change c where c.tenant_no = kit.tenant() and c.happened_on >= $2 and c.status = 'done' and c.change_type in ('handover', 'saleOut', 'slaughter')
         and (c.principal_id = $1 or c.to_principal_id = $1)
       union all
       select to_char(e.worn_on, 'YYYY-MM-DD'), 'in', null, e.seller_name, e.species, e.count, null from registry.animal_entry e
       where e.tenant_no = kit.tenant() and e.worn_on >= $2 and e.status = 'done' and e.entry_kind = 'bought' and e.principal_id = $1 order by 1 limit 100`,
      [...holder, info.since],
    );
    const neighbours = await tx.query<Known['neighbours'][number]>(
      `select * from (
         select p.id, p.principal_unit_name as name, round((12742 * asin(least(1, sqrt(power(sin(radians(p.latitude - me.latitude) / 2), 2)
             + cos(radians(me.latitude)) * cos(radians(p.latitude)) * power(sin(radians(p.longitude - me.longitude) / 2), 2)))))::numeric, 2)::float8 as km,
           coalesce((select sum(s.tagged + s.untagged) from prevention.holder_stock s where s.tenant_no = p.tenant_no and s.principal_id = p.id), 0)::int as stock
         from registry.principal me join registry.principal p on p.tenant_no = me.tenant_no and p.id <> me.id and p.status = 'active'
           and p.longitude between me.longitude - 0.05 and me.longitude + 0.05 and p.latitude between me.latitude - 0.03 and me.latitude + 0.03
           and p.principal_unit_type in ('household', 'farm', 'cooperative')
         where me.id = $1
       ) n order by km limit 8`,
      holder,
    );
    const of = (way: string) => moves.filter((one) => one.way === way).map(({ way: _, ...one }) => one);
    return {
      stock: await stockOf(tx, { principalId: info.principalId }, today()),
      immunity,
      lots,
      movesIn: of('in'),
      movesOut: of('out'),
      neighbours,
    };
  });
}
