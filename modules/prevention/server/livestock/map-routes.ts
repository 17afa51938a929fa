import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import * as contract from '#modules/prevention/contract/livestock/map.ts';
import { distribution, type Placed, placedEnterprises } from '#modules/registry/server/index.ts';

const here = 'p.longitude as x, p.latitude as y';

function bySpecies(species: string | undefined): Placed {
  return {
    text: `select p.id, o.species as kind, o.tagged + o.untagged as n, ${here} from prevention.holder_stock o join registry.principal p on p.id = o.principal_id
           where o.tenant_no = kit.tenant() and o.tagged + o.untagged > 0 and ($1::text is null or o.species = $1)`,
    values: [species ?? null],
  };
}

/** Numbered animals only: of the others nobody knows which had a shot. */
function byState(diseaseCode: string, species: string | undefined): Placed {
  return {
    text: `select p.id, s.kind, s.n, ${here} from (
             select a.principal_id, prevention.immune_state(coalesce(m.shots, 0), m.valid_until, m.exempt_until, a.birth_date + r.min_age_days <= prevention.today(), prevention.today()) as kind,
               count(*)::int as n
             from registry.animal a
             join (select k.*, (prevention.programme_of(kit.tenant(), $1, k.species, k.stage, k.region_code, prevention.today())).min_age_days
               from (select distinct species, stage, region_code from registry.animal where tenant_no = kit.tenant() and status = 'inStock' and in_herd and voided_at is null) k
             ) r on r.species = a.species and r.stage = a.stage and r.region_code = a.region_code and r.min_age_days is not null
             left join prevention.animal_immunity m on m.tenant_no = a.tenant_no and m.animal_id = a.id and m.disease_code = $1
             where a.tenant_no = kit.tenant() and a.status = 'inStock' and a.in_herd and a.voided_at is null and ($2::text is null or a.species = $2)
             group by 1, 2
           ) s join registry.principal p on p.id = s.principal_id`,
    values: [diseaseCode, species ?? null],
  };
}

type Asked = Call<typeof contract.livestockMap>;
const placed = ({ query: { layer, diseaseCode, species } }: Asked): Placed =>
  layer === 'immune' ? byState(diseaseCode ?? 'fmd', species) : bySpecies(species);

async function holders(call: Call<typeof contract.mapHolders>) {
  const { west = -180, south = -90, east = 180, north = 90, polygon, species } = call.query;
  const shape = polygon
    ? `(${polygon
        .split(';')
        .map((one) => `(${one})`)
        .join(',')})`
    : null;
  const where = `p.tenant_no = kit.tenant() and p.longitude between $1 and $2 and p.latitude between $3 and $4
    and ($5::text is null or $5::text::polygon @> point(p.longitude, p.latitude)) and p.status in ('active', 'suspended')`;
  const stock = `join lateral (select sum(o.tagged + o.untagged)::int as n, sum(o.tagged + o.untagged) filter (where o.species = 'cattle')::int as cattle,
      sum(o.tagged + o.untagged) filter (where o.species = 'sheep')::int as sheep, sum(o.tagged + o.untagged) filter (where o.species = 'goat')::int as goat
    from prevention.holder_stock o where o.tenant_no = p.tenant_no and o.principal_id = p.id and ($6::text is null or o.species = $6)) s on s.n > 0`;
  const values = [west, east, south, north, shape, species ?? null];
  type Row = Omit<contract.MapHolder, 'regionName'> & { regionCode: number };
  const [[sums], rows] = await call.database.read<[{ holders: number; heads: number }, Row]>(
    call.actor.scope,
    {
      text: `select count(*)::int as holders, coalesce(sum(s.n), 0)::int as heads from registry.principal p ${stock} where ${where}`,
      values,
    },
    {
      text: `select p.id, p.principal_unit_name as name, p.region_code as "regionCode", coalesce(s.cattle, 0) as cattle, coalesce(s.sheep, 0) as sheep, coalesce(s.goat, 0) as goat,
               h.due, h.done, (select v.last_visit_on from prevention.holder v where v.tenant_no = p.tenant_no and v.principal_id = p.id) as "lastVisitOn"
             from registry.principal p ${stock}
             left join prevention.plan_household h on h.tenant_no = p.tenant_no and h.principal_id = p.id and h.season_id = prevention.season_of(p.tenant_no, p.id)
             where ${where} order by s.n desc, p.id limit 500`,
      values,
    },
  );
  return {
    holders: sums?.holders ?? 0,
    heads: sums?.heads ?? 0,
    rows: rows.map(({ regionCode, ...row }) => ({
      ...row,
      regionName: lookups().regionName(regionCode, call.language),
    })),
  };
}

async function uncovered(call: Call<typeof contract.uncoveredVillages>): Promise<contract.UncoveredVillage[]> {
  const [rows] = await call.database.read<[Omit<contract.UncoveredVillage, 'name'>]>(call.actor.scope, {
    text: `select v.region_code as "regionCode", coalesce(r.longitude, v.x) as longitude, coalesce(r.latitude, v.y) as latitude, v.holders, v.heads from (
             select o.region_code, count(distinct o.principal_id)::int as holders, sum(o.tagged + o.untagged)::int as heads, avg(p.longitude) as x, avg(p.latitude) as y
             from prevention.holder_stock o join registry.principal p on p.id = o.principal_id where o.tenant_no = kit.tenant() and o.tagged + o.untagged > 0 group by 1
           ) v left join platform.sys_region r on r.code = v.region_code
           where prevention.worker_of(kit.tenant(), v.region_code) is null order by v.heads desc limit 2000`,
    values: [],
  });
  return rows.map((row) => ({
    ...row,
    name: lookups().regionName(row.regionCode, call.language) ?? String(row.regionCode),
  }));
}

export const mapRoutes = (): Route[] => [
  serve('prevention', contract.livestockMap, (call) => distribution(call as unknown as Call, placed(call))),
  serve('prevention', contract.firmMap, (call) => distribution(call as unknown as Call, placedEnterprises(call.query))),
  serve('prevention', contract.mapHolders, holders),
  serve('prevention', contract.uncoveredVillages, uncovered),
];
