import { paged } from '#kit/server/db/paged.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { searchHash } from '#kit/server/pii/pii.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import * as contract from '#modules/prevention/contract/home/search.ts';
import { holderTypes } from '#modules/registry/contract/principal/principal.ts';
import { nameMatch, pinyinOf, tagMatch } from '#modules/registry/server/index.ts';
import { marked, pattern } from './marked.ts';

type Asked = Call<typeof contract.searchWorkers>;

/** One page of what a condition finds, and how many there are in all; the rules of rows are the database's. */
async function page<Row>(
  call: Asked,
  {
    columns,
    from,
    where,
    order,
    values,
  }: Record<'columns' | 'from' | 'where' | 'order', string> & { values: unknown[] },
): Promise<Row[]> {
  const [rows, [counted]] = await call.database.read<[Row, { n: number }]>(
    call.actor.scope,
    paged({ text: `select ${columns} from ${from} where ${where} order by ${order}`, values }, call.query),
    { text: `select count(*)::int as n from (select 1 from ${from} where ${where} limit 10001) c`, values },
  );
  call.answer.total = counted?.n ?? 0;
  return rows;
}

const placeName = (call: Asked, code: number) => lookups().regionName(code, call.language);
const shortName = (call: Asked, code: number) => placeName(call, code)?.split(' ').at(-1) ?? String(code);

interface WorkerRow extends Omit<contract.WorkerHit, 'villages' | 'regionName' | 'match'> {
  regionCode: number;
  villages: number[];
}

const seasonOfWorker = (column: string) =>
  `(select sum(h.${column})::int from prevention.plan_household h join prevention.prevention_season s on s.id = h.season_id
    where h.tenant_no = t.tenant_no and h.staff_id = t.id and s.status in ('ongoing', 'summarising') and s.kind <> 'special')`;

async function workers(call: Asked): Promise<contract.WorkerHit[]> {
  const { name } = call.query;
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const isPhone = /^1\d{10}$/.test(name);
  const found = isPhone
    ? `t.phone_hash = ${add(searchHash(name, call.actor.tenantNo))}`
    : `t.name ilike ${add(pattern(name))}`;
  // A few thousand at most, all of them people's names: pinyin is made when it is asked for.
  const byPinyin = /^[a-z]+$/i.test(name) ? ` or t.id = any (${add(await idsByPinyin(call))}::bigint[])` : '';
  const rows = await page<WorkerRow>(call, {
    columns: `t.id, t.name, t.region_code as "regionCode", t.phone_mask as phone,
      (select p.principal_unit_name from registry.principal p where p.id = t.principal_id) as "unitName",
      array(select distinct v.village_code from registry.grid_duty d join registry.grid_village v on v.tenant_no = d.tenant_no and v.grid_id = d.grid_id
        where d.tenant_no = t.tenant_no and d.staff_id = t.id and d.job = 'preventionWorker' and d.to_on is null order by 1) as villages,
      ${seasonOfWorker('due')} as due, ${seasonOfWorker('done')} as done`,
    from: 'registry.staff t',
    where: `t.tenant_no = kit.tenant() and t.job = 'preventionWorker' and t.status = 'active' and (${found}${byPinyin})`,
    order: 't.name, t.id',
    values,
  });
  return rows.map(({ regionCode, villages, ...row }) => ({
    ...row,
    regionName: placeName(call, regionCode),
    villages: villages.map((code) => shortName(call, code)),
    match: marked(name, { name: row.name }),
  }));
}

async function idsByPinyin(call: Asked): Promise<number[]> {
  const wanted = call.query.name.toLowerCase();
  const [rows] = await call.database.read<[{ id: number; name: string }]>(call.actor.scope, {
    text: `select id, name from registry.staff where tenant_no = kit.tenant() and job = 'preventionWorker' and status = 'active' limit 5000`,
    values: [],
  });
  return rows.filter((row) => pinyinOf(row.name).includes(wanted)).map((row) => row.id);
}

interface HolderRow extends Omit<contract.HolderHit, 'typeName' | 'regionName' | 'match'> {
  regionCode: number;
}

const seasonOfHolder = (column: string) =>
  `(select h.${column} from prevention.plan_household h where h.tenant_no = t.tenant_no and h.principal_id = t.id
    and h.season_id = prevention.season_of(t.tenant_no, t.id))`;

async function holders(call: Asked): Promise<contract.HolderHit[]> {
  const { name } = call.query;
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const rows = await page<HolderRow>(call, {
    columns: `t.id, t.principal_unit_name as name, t.contact_name as "contactName", t.principal_unit_type as type, t.region_code as "regionCode",
      coalesce((select jsonb_agg(jsonb_build_object('species', o.species, 'n', o.tagged + o.untagged) order by o.species) from prevention.holder_stock o
        where o.tenant_no = t.tenant_no and o.principal_id = t.id and o.tagged + o.untagged > 0), '[]') as stock,
      ${seasonOfHolder('due')} as due, ${seasonOfHolder('done')} as done,
      (select v.last_visit_on from prevention.holder v where v.tenant_no = t.tenant_no and v.principal_id = t.id) as "lastVisitOn"`,
    from: 'registry.principal t',
    where: `t.tenant_no = kit.tenant() and t.principal_unit_type = any (${add(holderTypes)}::text[]) and t.status in ('active', 'suspended')
      and ${nameMatch(name, add, call.actor.tenantNo)}`,
    order: 't.principal_unit_name, t.id',
    values,
  });
  return rows.map(({ regionCode, ...row }) => ({
    ...row,
    typeName: lookups().dictLabel('principal_type', row.type, call.actor.tenantNo, call.language) ?? row.type,
    regionName: placeName(call, regionCode),
    match: marked(name, { name: row.name, contactName: row.contactName }),
  }));
}

interface AnimalRow extends Omit<contract.AnimalHit, 'breedName' | 'regionName' | 'match'> {
  breed: string;
  regionCode: number;
}

async function animals(call: Asked): Promise<contract.AnimalHit[]> {
  const { name } = call.query;
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const isNumber = /^\d{4,15}$/.test(name);
  const found = isNumber
    ? `(${tagMatch(name, add)} or t.id in (select x.animal_id from registry.animal_tag x where x.tenant_no = kit.tenant() and x.tag_kind = 'electronic' and x.tag_no = ${add(name)}))`
    : `(t.principal_id = any (array(select t.id from registry.principal t where t.tenant_no = kit.tenant() and ${nameMatch(name, add, call.actor.tenantNo)} limit 500))
        or t.breed = any (array(select v.code from registry.variety v where v.name_zh ilike ${add(pattern(name))} or v.name_tw ilike ${add(pattern(name))} or v.name_en ilike ${add(pattern(name))})))`;
  const rows = await page<AnimalRow>(call, {
    columns: `t.id, t.ear_tag as "earTag", t.electronic_tag as "electronicTag", t.species, t.breed, t.sex, t.stage, t.status, t.region_code as "regionCode",
      (select p.principal_unit_name from registry.principal p where p.id = t.principal_id) as "holderName"`,
    from: 'registry.animal t',
    where: `t.tenant_no = kit.tenant() and t.voided_at is null and ${found}`,
    order: "(t.status = 'inStock') desc, t.id desc",
    values,
  });
  return rows.map(({ breed, regionCode, ...row }) => {
    const breedName = lookups().dictLabel(`breed_${row.species}`, breed, call.actor.tenantNo, call.language) ?? breed;
    const { earTag, electronicTag, holderName } = row;
    return {
      ...row,
      breedName,
      regionName: placeName(call, regionCode),
      match: marked(name, isNumber ? { earTag, electronicTag } : { holderName, breedName }),
    };
  });
}

export const searchRoutes = (): Route[] => [
  serve('prevention', contract.searchWorkers, workers),
  serve('prevention', contract.searchHolders, (call) => holders(call as unknown as Asked)),
  serve('prevention', contract.searchAnimals, (call) => animals(call as unknown as Asked)),
];
