import type { DataOf } from '#kit/contract/endpoint.ts';
import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { contacts, inquire, traceBoard } from '#modules/traceability/contract/inquiry/inquiry.ts';
import { serialOf } from '../code/codes.ts';
import { reading } from '../common/reading.ts';
import { boardOf } from './board.ts';

type Hit = DataOf<typeof inquire>[number];

/** One box: a number of any kind, or a name; each hit as far as the caller sees it. */
async function find(tx: Tx, text: string): Promise<Hit[]> {
  const code = serialOf(text)?.code ?? null;
  return tx.query<Hit>(
    `(select 'animal' as type, a.id, a.ear_tag as name, registry.principal_name(a.principal_id) as note
       from traceability.animal_seen a where a.tenant_no = kit.tenant() and a.ear_tag = $1 limit 5)
     union all (select 'animal', t.animal_id, t.ear_tag, registry.principal_name(t.principal_id)
       from traceability.trace_animal t where t.tenant_no = kit.tenant() and t.code = $2 limit 5)
     union all (select c.target_type, c.target_id, c.target_name, c.code from traceability.trace_code c
       where c.tenant_no = kit.tenant() and c.code = $2 and c.target_type = 'lot' limit 5)
     union all (select 'lot', l.id, l.doc_no, l.product_name from traceability.trace_lot l
       where l.tenant_no = kit.tenant() and l.doc_no = upper($1) limit 5)
     union all (select 'certificate', c.declaration_id, c.official_no, registry.principal_name(c.principal_id)
       from traceability.quarantine_certificate c
       where c.tenant_no = kit.tenant() and c.official_no = $1 and c.declaration_id is not null limit 5)
     union all (select 'movement', m.id, m.doc_no, coalesce(m.plate_no, '') from traceability.movement m
       where m.tenant_no = kit.tenant() and (m.doc_no = upper($1) or m.plate_no = upper($1)) order by m.id desc limit 5)
     union all (select 'unit', u.id, u.name, '' from traceability.unit_seen u
       where u.tenant_no = kit.tenant() and length($1) >= 2 and u.name like '%' || $1 || '%' order by u.id limit 5)`,
    [text, code],
  );
}

const stepSql = `with ground as (
    select s.principal_id, s.region_code, s.from_on, coalesce(s.to_on, current_date) as to_on
    from traceability.animal_stay s where s.tenant_no = kit.tenant() and s.animal_id = any ($1)
      and s.from_on <= $3::date and coalesce(s.to_on, current_date) >= $2::date
  ), met as (
    select distinct o.animal_id, g.principal_id, g.region_code from ground g
    join traceability.animal_stay o on o.tenant_no = kit.tenant() and o.principal_id = g.principal_id
      and o.from_on <= least(g.to_on, $3::date) and coalesce(o.to_on, current_date) >= greatest(g.from_on, $2::date)
    where o.animal_id <> all ($1))
  select animal_id as "animalId", principal_id as "principalId", region_code as "regionCode" from met limit 50000`;
interface Met {
  readonly animalId: number;
  readonly principalId: number;
  readonly regionCode: number;
}

export const inquiryRoutes = (): Route[] => [
  serve('traceability', inquire, (call) => reading(call, (tx) => find(tx, call.query.text))),
  serve('traceability', contacts, (call) =>
    reading(call, async (tx) => {
      const begun = Date.now();
      const { animalId, from, to, steps } = call.query;
      const [seen] = await tx.query('select 1 from traceability.animal_seen where id = $1', [animalId]);
      if (!seen) throw notFound();
      const first = await inTenant(tx, tx.scope.tenantNo, 'contacts', (all) =>
        all.query<Met>(stepSql, [[animalId], from, to]),
      );
      const ids = [...new Set(first.map((one) => one.animalId))];
      const second =
        steps === 2 && ids.length > 0
          ? await inTenant(tx, tx.scope.tenantNo, 'contacts', (all) => all.query<Met>(stepSql, [ids, from, to]))
          : [];
      const known = new Set([animalId, ...ids]);
      const fresh = second.filter((one) => !known.has(one.animalId));
      const units = await tx.query<{ id: number; name: string }>(
        'select id, name from traceability.unit_seen where id = any ($1)',
        [[...new Set([...first, ...fresh].map((one) => one.principalId))]],
      );
      const county = (code: number) =>
        lookups().regionName(Math.floor(code / 1e6) * 1e6, call.language) ?? String(Math.floor(code / 1e6));
      // Beyond the caller's sight a place is its county.
      const places = new Map<string, { holder: string; county: string; step: number; animals: Set<number> }>();
      for (const [step, rows] of [first, fresh].entries())
        for (const one of rows) {
          const unit = units.find((row) => row.id === one.principalId);
          const key = `${step} ${unit ? `u${unit.id}` : `c${Math.floor(one.regionCode / 1e6)}`}`;
          const place = places.get(key) ?? {
            holder: unit?.name ?? county(one.regionCode),
            county: county(one.regionCode),
            step: step + 1,
            animals: new Set<number>(),
          };
          place.animals.add(one.animalId);
          places.set(key, place);
        }
      return {
        total: new Set([...first, ...fresh].map((one) => one.animalId)).size,
        ms: Date.now() - begun,
        places: [...places.values()]
          .map((one) => ({ ...one, animals: one.animals.size }))
          .sort((a, b) => a.step - b.step || b.animals - a.animals)
          .slice(0, 200),
      };
    }),
  ),
  serve('traceability', traceBoard, (call) => reading(call, (tx) => boardOf(tx, call.actor, call.language))),
];
