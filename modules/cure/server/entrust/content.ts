import type { Call } from '#kit/server/http/call.ts';
import type {
  EntrustContent,
  EntrustLine,
  entrustable,
  entrustContent,
  entrustHosts,
} from '#modules/cure/contract/entrust/contract.ts';
import { contractOf } from './entrust-contract.ts';
import { termsOf } from './entrust-contract-money.ts';
import { sideOf } from './rules.ts';

const day = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`;

export const contractContent = (call: Call<typeof entrustContent>): Promise<EntrustContent> =>
  call.database.transaction(call.actor.scope, async (tx) => {
    const { id } = call.query;
    const row = await contractOf(tx, id);
    const terms = await termsOf(tx, id);
    const [more] = await tx.query<{ insureBy: string; offspring: string }>(
      'select insure_by as "insureBy", offspring from cure.entrust_contract where id = $1',
      [id],
    );
    const lines = await tx.query<EntrustLine>(
      `select l.id, l.animal_id as "animalId", l.ear_tag as "earTag", a.stage, ${day('l.in_on')} as "inOn",
         l.in_weight::float8 as "inWeight", ${day('l.out_on')} as "outOn", l.out_weight::float8 as "outWeight",
         l.out_kind as "outKind", l.death_fault as "deathFault", l.born_in_contract as "bornInContract",
         m.sale_cents as "saleCents"
       from cure.entrust_line l left join cure.animal_owned a on a.id = l.animal_id
         left join cure.entrust_line_money m on m.line_id = l.id
       where l.contract_id = $1 order by l.out_on nulls first, l.ear_tag limit 1000`,
      [id],
    );
    const logs = await tx.query<EntrustContent['logs'][number]>(
      `select id, ${day('on_date')} as "onDate", head_seen as "headSeen", head_open as "headOpen",
         head_ill as "headIll",
         feed_kg::float8 as "feedKg", note, missing_tags as "missingTags"
       from cure.entrust_log where contract_id = $1 order by on_date desc limit 60`,
      [id],
    );
    const treatments = await tx.query<EntrustContent['treatments'][number]>(
      `select t.id, t.doc_no as "docNo", ${day('t.treated_on')} as "treatedOn", t.heads,
         (select string_agg(distinct m.generic_name, '、') from cure.treatment_line k
           join cure.medicine m on m.id = k.medicine_id where k.treatment_id = t.id) as medicines
       from cure.treatment t where t.status = 'done' and exists (select 1 from cure.treatment_animal x
         join cure.entrust_line l on l.animal_id = x.animal_id and l.contract_id = $1
         where x.treatment_id = t.id and l.in_on <= t.treated_on and coalesce(l.out_on, t.treated_on) >= t.treated_on)
       order by t.treated_on desc limit 30`,
      [id],
    );
    return {
      side: sideOf(call, row),
      terms: terms && {
        price: terms.price,
        sharePct: terms.sharePct === null ? null : Number(terms.sharePct),
        baseValue: terms.baseValue,
      },
      freeLossPct: Number(row.freeLossPct),
      hostSharePct: Number(row.hostSharePct),
      reportEveryDays: row.reportEveryDays,
      noticeDays: row.noticeDays,
      insureBy: more?.insureBy ?? 'none',
      offspring: more?.offspring ?? 'owner',
      lines,
      logs,
      treatments,
    };
  });

/** R100: public facts of approved hosts, counted in the tenant's own name. */
export async function hostsFor(call: Call<typeof entrustHosts>) {
  const { species, mode, head } = call.query;
  const [rows] = await call.database.read<
    [{ id: number; principalId: number; name: string; free: number; lossPct: number | null; priceNote: string | null }]
  >(call.actor.scope, {
    text: `select * from (select h.id, h.principal_id as "principalId", h.name, h.price_note as "priceNote",
        (case $1 when 'cattle' then h.capacity_cattle when 'sheep' then h.capacity_sheep else h.capacity_goat end
          - cure.host_heads(h.principal_id, $1))::int as free, cure.host_loss(h.principal_id)::float8 as "lossPct"
      from cure.enterprise_host h where h.tenant_no = kit.tenant() and h.status = 'approved' and $1 = any (h.species)
        and $2 = any (h.modes)) f where free >= $3 or $2 = 'careOnly' order by free desc, id limit 50`,
    values: [species, mode, head],
  });
  return rows;
}

export async function ownAnimals(call: Call<typeof entrustable>) {
  const [rows] = await call.database.read<[{ id: number; principalId: number; earTag: string; stage: string | null }]>(
    call.actor.scope,
    {
      text: `select a.id, a.principal_id as "principalId", a.ear_tag as "earTag", a.stage from cure.animal_owned a
        where a.principal_id = any (cure.my_units()) and a.owner_id = a.principal_id and a.species = $1
          and a.status = 'inStock' and not a.quarantined and a.pending_change_id is null
          and not exists (select 1 from cure.entrust_line l where l.tenant_no = a.tenant_no and l.animal_id = a.id
            and l.in_on is not null and l.out_on is null)
        order by a.ear_tag limit 1000`,
      values: [call.query.species],
    },
  );
  return rows;
}
