import { rangeOf } from '#kit/contract/region.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { type Overview, unitOverview } from '#modules/registry/contract/home/base.ts';
import { holderTypes } from '#modules/registry/contract/principal/principal.ts';
import { stockOf } from '../animal/animals.ts';

const scanDays = 30;

interface UnitRow {
  id: number;
  name: string;
  type: string;
  status: string;
  regionCode: number;
  contactName: string;
  contactPhone: string | null;
  completeness: number;
  hasId: boolean;
  hasPhone: boolean;
  hasLocation: boolean;
  hasSpecies: boolean;
  hasScale: boolean;
  hasAccount: boolean;
}

const unitText = `select id, principal_unit_name as name, principal_unit_type as type, status, region_code as "regionCode", contact_name as "contactName",
    contact_phone_mask as "contactPhone", completeness, (contact_id_card_hash is not null or (principal_unit_type <> 'household' and credit_code is not null)) as "hasId",
    contact_phone_hash is not null as "hasPhone", longitude is not null as "hasLocation", cardinality(species_kept) > 0 as "hasSpecies",
    scale is not null as "hasScale", bank_account_no_hash is not null as "hasAccount"
  from registry.principal where id = $1`;

/** What a record should say and does not. Only those who keep animals are asked for species, scale and account. */
function cardOf(call: Pick<Call, 'actor' | 'language'>, row: UnitRow): Overview['unit'] {
  const isHolder = (holderTypes as readonly string[]).includes(row.type);
  const asked = [
    { field: row.type === 'household' ? 'contactIdCard' : 'creditCode', weight: 20, has: row.hasId },
    { field: 'contactPhone', weight: 15, has: row.hasPhone },
    { field: 'location', weight: 20, has: row.hasLocation },
    { field: 'speciesKept', weight: 10, has: row.hasSpecies, isHolders: true },
    { field: 'scale', weight: 5, has: row.hasScale, isHolders: true },
    { field: 'bankAccountNo', weight: 10, has: row.hasAccount, isHolders: true },
  ].filter((one) => isHolder || !one.isHolders);
  const weigh = (some: typeof asked) => some.reduce((sum, one) => sum + one.weight, 10);
  const { id, name, type, status, contactName, contactPhone } = row;
  return {
    id,
    name,
    type,
    typeName: label(call, 'principal_type', type),
    status,
    regionName: lookups().regionName(row.regionCode, call.language),
    contactName,
    contactPhone,
    completeness: isHolder
      ? row.completeness
      : Math.floor((weigh(asked.filter((one) => one.has)) * 100) / weigh(asked)),
    missing: asked.filter((one) => !one.has).map((one) => one.field),
  };
}

const label = (call: Pick<Call, 'actor' | 'language'>, dict: string, value: string): string =>
  lookups().dictLabel(dict, value, call.actor.tenantNo, call.language) ?? value;

async function overview(call: Call): Promise<Overview> {
  const { actor, database } = call;
  const { scope } = actor;
  const isArea = scope.regions.length > 0;
  const own = isArea ? null : actor.principalId;
  const [units, staff, [enclosure]] = await database.read<[UnitRow, { job: string; n: number }, Overview['enclosure']]>(
    scope,
    { text: unitText, values: [actor.principalId] },
    {
      text: `select job, count(*)::int as n from registry.staff where tenant_no = kit.tenant() and status = 'active' and ($1::bigint is null or principal_id = $1)
             group by 1 order by 2 desc, 1`,
      values: [own],
    },
    {
      text: `select count(distinct h.id)::int as hovels, count(p.id)::int as pens, coalesce(sum(p.capacity), 0)::int as capacity,
               coalesce(sum(p.current_count), 0)::int as count, (count(*) filter (where p.current_count > p.capacity))::int as over
             from registry.hovel h left join registry.pen p on p.tenant_no = h.tenant_no and p.hovel_id = h.id and p.status = 'inUse'
             where h.tenant_no = kit.tenant() and h.status <> 'removed' and ($1::bigint is null or h.principal_id = $1)`,
      values: [own],
    },
  );
  const stock = await stockOf(database, call);
  const [unit] = units;
  return {
    unit: unit ? cardOf(call, unit) : null,
    isArea,
    staff: staff.map((one) => ({ ...one, jobName: label(call, 'staff_job', one.job) })),
    enclosure: enclosure ?? { hovels: 0, pens: 0, capacity: 0, count: 0, over: 0 },
    stock: added(stock, ({ species, stage }) => `${species} ${stage}`).map(({ species, stage, n }) => ({
      species,
      stage,
      stageName: label(call, 'stage', stage),
      n,
    })),
    breeds: added(stock, ({ breed }) => breed)
      .toSorted((a, b) => b.n - a.n)
      .map(({ breed, species, n }) => ({ breed, name: label(call, `breed_${species}`, breed), species, n })),
    units: isArea ? await unitsOf(call) : [],
    scans: isArea ? await scansOf(call) : [],
  };
}

function added<T extends { n: number }>(some: readonly T[], keyOf: (one: T) => string): T[] {
  const sums = new Map<string, T>();
  for (const one of some) {
    const had = sums.get(keyOf(one));
    sums.set(keyOf(one), had ? { ...had, n: had.n + one.n } : one);
  }
  return [...sums.values()];
}

/** Households are no units of anybody: they have a list and a map of their own. */
async function unitsOf(call: Call): Promise<Overview['units']> {
  const [rows] = await call.database.read<[{ type: string; n: number; recent: number; last: string | null }]>(
    call.actor.scope,
    {
      text: `select p.principal_unit_type as type, count(*)::int as n, (count(*) filter (where u.last > now() - interval '30 days'))::int as recent, max(u.last) as last
             from registry.principal p
             left join (select principal_id, max(last_login_time) as last from platform.sys_user where tenant_no = kit.tenant() group by 1) u on u.principal_id = p.id
             where p.tenant_no = kit.tenant() and p.status = 'active' and p.principal_unit_type <> 'household' group by 1 order by 2 desc, 1`,
      values: [],
    },
  );
  return rows.map(({ type, n, recent, last }) => ({
    type,
    typeName: label(call, 'principal_type', type),
    n,
    recent,
    lastActiveAt: last === null ? null : new Date(last).toISOString(),
  }));
}

async function scansOf(call: Call): Promise<Overview['scans']> {
  const ranges = call.actor.scope.regions.map((code) => rangeOf(Math.floor(code / 1e6) * 1e6));
  const [rows] = await call.database.read<[{ day: string; hits: number }]>(call.actor.scope, {
    text: `select d.day::date::text as day, coalesce(sum(q.hits), 0)::int as hits
           from generate_series((now() at time zone 'Asia/Shanghai')::date - ${scanDays - 1}, (now() at time zone 'Asia/Shanghai')::date, interval '1 day') d(day)
           left join registry.public_query_day q on q.tenant_no = kit.tenant() and q.day = d.day::date
             and exists (select 1 from unnest($1::bigint[], $2::bigint[]) r(lo, hi) where q.county_code >= r.lo and q.county_code < r.hi)
           group by 1 order by 1`,
    values: [ranges.map(([lo]) => lo), ranges.map(([, hi]) => hi)],
  });
  return rows;
}

export const baseRoutes = (): Route[] => [serve('registry', unitOverview, (call) => overview(call as unknown as Call))];
