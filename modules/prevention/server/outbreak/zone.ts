import { invalid, notFound } from '#kit/contract/errors.ts';
import type { Statement } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { today } from '#kit/server/today.ts';
import type { drawZone, RingFigures, RingHolder } from '#modules/prevention/contract/outbreak/investigation.ts';

const shown = 2_000;
/** Kilometres of a degree of latitude. */
const degree = 111.2;
const names = ['cattle', 'sheep', 'goat', 'tagged', 'untagged', 'unprotected', 'doses', 'movesIn', 'movesOut'] as const;

interface Found extends Omit<RingHolder, 'ring' | 'regionName'> {}

interface About {
  readonly diseaseCode: string;
  readonly species: readonly string[];
  readonly vaccine: string | null;
  readonly doses: Readonly<Record<string, { readonly dosesPerHead?: number }>> | null;
}

/**
 * R47. A box on the index of places first, the distance on a ball only of what is in it; stock, protection and moves are then asked of those holders alone.
 * Everything is read as the caller sees it: beyond the own regions nothing is listed.
 */
export async function zoneOf(call: Call<typeof drawZone>) {
  const { id } = call.params;
  const { lat, lon } = call.body;
  const radii = [...call.body.radii].sort((a, b) => a - b);
  if (new Set(radii).size < radii.length)
    throw invalid([{ field: 'radii', key: 'prevention.investigationAction.ringOrder' }]);
  const far = radii.at(-1) as number;
  const [[about]] = await call.database.read<[About]>(call.actor.scope, {
    text: `select a.disease_code as "diseaseCode", d.species, v.name as vaccine, v.doses from prevention.investigation_action a
           join prevention.ant_disease d on d.tenant_no = a.tenant_no and d.code = a.disease_code
           left join lateral (select v.name, v.doses from prevention.vaccine v where v.tenant_no = a.tenant_no and a.disease_code = any (v.disease_codes) and v.status = 'enabled'
             order by v.id limit 1) v on true where a.id = $1`,
    values: [id],
  });
  if (!about) throw notFound();
  const perHead = Object.fromEntries(about.species.map((one) => [one, about.doses?.[one]?.dosesPerHead ?? 1]));
  const [rows] = await call.database.read<[Found]>(
    call.actor.scope,
    holdersStatement(id, lon, lat, far, about, perHead),
  );
  const ringOf = (km: number) => radii.findIndex((radius) => km <= radius);
  const all = rows.map((row) => ({ ...row, ring: ringOf(row.km) }));
  const rings = radii.map((km, at) => ({ km, ...sum(all.filter((one) => one.ring === at)) }));
  return {
    rings,
    total: sum(all),
    vaccine: about.vaccine,
    list: all
      .slice(0, shown)
      .map((row) => ({ ...row, regionName: lookups().regionName(row.regionCode, call.language) })),
  };
}

const sum = (rows: readonly Found[]): RingFigures => {
  const made = { holders: rows.length } as Record<string, number>;
  for (const name of names) made[name] = rows.reduce((total, row) => total + row[name], 0);
  return made as unknown as RingFigures;
};

function holdersStatement(
  id: number,
  lon: number,
  lat: number,
  far: number,
  about: About,
  perHead: Readonly<Record<string, number>>,
): Statement<Found> {
  const high = far / degree;
  const wide = high / Math.max(0.05, Math.cos((lat * Math.PI) / 180));
  return {
    text: `with near as materialized (
        select * from (
          select p.id, p.principal_unit_name as name, p.principal_unit_type as type, p.region_code, p.longitude, p.latitude,
            round((12742 * asin(least(1, sqrt(power(sin(radians(p.latitude - $3) / 2), 2)
              + cos(radians($3)) * cos(radians(p.latitude)) * power(sin(radians(p.longitude - $2) / 2), 2)))))::numeric, 2)::float8 as km
          from registry.principal p
          where p.tenant_no = kit.tenant() and p.longitude between $2 - $5 and $2 + $5 and p.latitude between $3 - $6 and $3 + $6
            and p.status in ('active', 'suspended') and p.principal_unit_type in ('household', 'farm', 'cooperative')
        ) b where b.km <= $4
      ), stock as (
        select s.principal_id, sum(s.tagged) filter (where s.species = any ($7))::int as tagged, sum(s.untagged) filter (where s.species = any ($7))::int as untagged,
          coalesce(sum(s.tagged + s.untagged) filter (where s.species = 'cattle'), 0)::int as cattle,
          coalesce(sum(s.tagged + s.untagged) filter (where s.species = 'sheep'), 0)::int as sheep,
          coalesce(sum(s.tagged + s.untagged) filter (where s.species = 'goat'), 0)::int as goat,
          coalesce(sum((s.tagged + s.untagged) * coalesce(($9::jsonb ->> s.species)::int, 0)), 0)::int as doses
        from prevention.holder_stock s where s.tenant_no = kit.tenant() and s.principal_id in (select id from near) group by 1
      ), guarded as (
        select m.principal_id, count(*) filter (where m.valid_until >= $10::date)::int as safe,
          coalesce(sum(coalesce(($9::jsonb ->> m.species)::int, 0)) filter (where m.last_on > $10::date - 30), 0)::int as lately
        from prevention.animal_immunity m where m.tenant_no = kit.tenant() and m.disease_code = $8 and m.in_stock and m.principal_id in (select id from near) group by 1
      ), gone as (
        select c.principal_id, sum(c.count)::int as n from registry.animal_change c where c.tenant_no = kit.tenant() and c.happened_on > $10::date - 30 and c.status = 'done'
          and c.change_type in ('handover', 'saleOut', 'slaughter') and c.principal_id in (select id from near) group by 1
      ), came as (
        select x.principal_id, sum(x.n)::int as n from (
          select c.to_principal_id as principal_id, c.count as n from registry.animal_change c where c.tenant_no = kit.tenant() and c.happened_on > $10::date - 30
            and c.status = 'done' and c.change_type = 'handover' and c.to_principal_id in (select id from near)
          union all
          select e.principal_id, e.count from registry.animal_entry e where e.tenant_no = kit.tenant() and e.worn_on > $10::date - 30 and e.status = 'done'
            and e.entry_kind in ('bought', 'donated') and e.principal_id in (select id from near)
        ) x group by 1
      )
      select n.id, n.name, n.type, n.region_code as "regionCode", n.longitude, n.latitude, n.km, i.role, coalesce(s.cattle, 0) as cattle, coalesce(s.sheep, 0) as sheep,
        coalesce(s.goat, 0) as goat, coalesce(s.tagged, 0) as tagged, coalesce(s.untagged, 0) as untagged,
        greatest(coalesce(s.tagged, 0) + coalesce(s.untagged, 0) - coalesce(g.safe, 0), 0) as unprotected, greatest(coalesce(s.doses, 0) - coalesce(g.lately, 0), 0) as doses,
        coalesce(c.n, 0) as "movesIn", coalesce(o.n, 0) as "movesOut"
      from near n left join stock s on s.principal_id = n.id left join guarded g on g.principal_id = n.id left join gone o on o.principal_id = n.id
        left join came c on c.principal_id = n.id left join prevention.investigation_info i on i.action_id = $1 and i.principal_id = n.id
      order by n.km, n.id`,
    values: [id, lon, lat, far, wide, high, about.species, about.diseaseCode, JSON.stringify(perHead), today()],
  };
}
