import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import { rangeOf } from '#kit/contract/region.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Database } from '#kit/server/db/database.ts';
import { paged } from '#kit/server/db/paged.ts';
import type { Scope } from '#kit/server/db/scope.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { regionName } from '#modules/platform/server/index.ts';
import * as contract from '#modules/registry/contract/principal/enterprise.ts';
import { setShowFlag } from '../principal.show-flag.ts';
import { profileColumns, saveProfile } from './enterprise-profile.ts';

interface Filter {
  readonly keyword?: string | undefined;
  readonly types?: string | undefined;
  readonly regionCode?: number | undefined;
  readonly species?: string | undefined;
  readonly leadingGrade?: string | undefined;
  readonly showFlag?: '0' | '1' | undefined;
}

const stock = `(select count(*)::int from registry.animal a where a.principal_id = p.id and a.status = 'inStock' and a.voided_at is null)`;
const from = `registry.principal p left join registry.enterprise_profile e on e.tenant_no = p.tenant_no and e.principal_id = p.id`;
const columns = `p.id, p.principal_unit_name as "principalUnitName", p.principal_unit_type as "principalUnitType", p.region_code as "regionCode",
  e.principal_id is not null as "hasProfile", e.leading_grade as "leadingGrade", e.design_capacity as "designCapacity", e.annual_output as "annualOutput",
  ${stock} as "stockHead", e.video_url is not null as "hasVideo", p.show_flag::int as "showFlag"`;

function whereOf(filter: Filter, values: unknown[]): string {
  const add = (value: unknown) => `$${values.push(value)}`;
  const asked = filter.types?.split(',').filter((one) => (contract.enterpriseTypes as readonly string[]).includes(one));
  const parts = [
    'p.tenant_no = kit.tenant()',
    `p.principal_unit_type = any (${add(asked ?? contract.enterpriseTypes)}::text[])`,
    "p.status = 'active'",
  ];
  if (filter.keyword) {
    const pattern = add(`%${filter.keyword.replace(/[\\%_]/g, '\\$&')}%`);
    parts.push(`(p.principal_unit_name ilike ${pattern} or p.name_pinyin ilike ${pattern})`);
  }
  if (filter.regionCode !== undefined) {
    const [lo, hi] = rangeOf(filter.regionCode);
    parts.push(`p.region_code >= ${add(lo)} and p.region_code < ${add(hi)}`);
  }
  if (filter.species) parts.push(`${add(filter.species)} = any (p.species_kept)`);
  if (filter.leadingGrade) parts.push(`e.leading_grade = ${add(filter.leadingGrade)}`);
  if (filter.showFlag) parts.push(`p.show_flag = ${add(filter.showFlag === '1')}`);
  return parts.join(' and ');
}

type Raw = Omit<contract.Enterprise, 'principalUnitTypeName' | 'countyName' | 'leadingGradeName'>;

function worded<R extends Raw>(call: Pick<Call, 'actor' | 'language'>, row: R) {
  const label = (dict: string, value: string) => lookups().dictLabel(dict, value, call.actor.tenantNo, call.language);
  return {
    ...row,
    principalUnitTypeName: label('principal_type', row.principalUnitType) ?? row.principalUnitType,
    countyName: regionName(Math.floor(row.regionCode / 1e6) * 1e6),
    leadingGradeName: row.leadingGrade && label('leading_grade', row.leadingGrade),
  };
}

async function list(call: Call<typeof contract.enterpriseList>) {
  const values: unknown[] = [];
  const where = whereOf(call.query, values);
  const [rows, [counted]] = await call.database.read<[Raw, { n: number }]>(
    call.actor.scope,
    paged(
      { text: `select ${columns} from ${from} where ${where} order by p.show_flag desc, p.id desc`, values },
      call.query,
    ),
    { text: `select count(*)::int as n from ${from} where ${where}`, values },
  );
  call.answer.total = counted?.n ?? 0;
  return rows.map((row) => worded(call, row));
}

/** The list as a map asks for it. */
export function placedEnterprises(filter: Filter): { readonly text: string; readonly values: readonly unknown[] } {
  const values: unknown[] = [];
  const text = `select p.id, p.principal_unit_type as kind, 1 as n, p.longitude as x, p.latitude as y from ${from} where ${whereOf(filter, values)}`;
  return { text, values };
}

async function totals(database: Database, scope: Scope, filter: Filter) {
  const values: unknown[] = [];
  const where = whereOf(filter, values);
  const [[row]] = await database.read<[{ shown: number; all: number; capacity: number; stock: number }]>(scope, {
    text: `select count(*) filter (where p.show_flag)::int as shown, count(*)::int as all, coalesce(sum(e.design_capacity), 0)::int as capacity,
             coalesce(sum(${stock}), 0)::int as stock from ${from} where ${where}`,
    values,
  });
  return row ?? { shown: 0, all: 0, capacity: 0, stock: 0 };
}

async function detail(call: Call<typeof contract.enterpriseDetail>) {
  type Row = Raw &
    Omit<contract.EnterpriseProfile, keyof contract.Enterprise> & { leadingGrade: string | null; mayKnow: boolean };
  const [[row]] = await call.database.read<[Row]>(call.actor.scope, {
    text: `select ${columns}, ${profileColumns}, p.contact_name as "contactName", p.contact_phone_mask as "contactPhone", p.address, p.longitude, p.latitude
           from ${from} where p.id = $1 and p.principal_unit_type = any ($2::text[])`,
    values: [call.params.id, contract.enterpriseTypes],
  });
  if (!row) throw notFound();
  const said = worded(call, row);
  return { ...said, leadingGrade: row.leadingGrade ?? 'none' };
}

/** Only what has a profile is shown: households and authorities never have one. */
async function show(call: Call<typeof contract.changeShowFlag>): Promise<0 | 1> {
  const { id, showFlag } = call.query;
  const [row] = await call.tx.query<{ name: string; shown: boolean; has: boolean }>(
    `select p.principal_unit_name as name, p.show_flag as shown, e.principal_id is not null as has from ${from} where p.id = $1`,
    [id],
  );
  if (!row) throw notFound();
  if (!row.has) throw refusal('noProfile', 'registry.enterprise.noProfile');
  const shown = showFlag === '1';
  await setShowFlag(call.tx, id, shown, call.actor.userId);
  await audit(call.tx, call as unknown as Call, {
    module: 'registry',
    entity: 'principal',
    entityId: id,
    entityName: row.name,
    action: 'show',
    before: { showFlag: row.shown },
    after: { showFlag: shown },
  });
  return shown ? 1 : 0;
}

async function save(call: Call<typeof contract.saveEnterprise>): Promise<null> {
  const { principalId, ...values } = call.body;
  const [row] = await call.tx.query<{ name: string; type: string }>(
    'select principal_unit_name as name, principal_unit_type as type from registry.principal where id = $1',
    [principalId],
  );
  if (!row) throw notFound();
  if (!(contract.enterpriseTypes as readonly string[]).includes(row.type))
    throw refusal('notEnterprise', 'registry.enterprise.notEnterprise');
  if (!lookups().dictHas('leading_grade', values.leadingGrade, call.actor.tenantNo))
    throw invalid([{ field: 'leadingGrade', key: 'error.field.dict' }]);
  await saveProfile(call.tx, principalId, values, call.actor.userId);
  await audit(call.tx, call as unknown as Call, {
    module: 'registry',
    entity: 'principal',
    entityId: principalId,
    entityName: row.name,
    action: 'edit',
    after: values,
  });
  call.answer.msg = call.say('ok.saved');
  return null;
}

export const enterpriseRoutes = (): Route[] => [
  serve('registry', contract.enterpriseList, list),
  serve('registry', contract.enterpriseTotals, (call) => totals(call.database, call.actor.scope, call.query)),
  serve('registry', contract.enterpriseAnywhere, async (call) => {
    const [rows] = await call.database.read<
      [{ id: number; name: string; type: string; region_code: number; show_flag: boolean }]
    >(call.actor.scope, {
      text: 'select * from registry.find_enterprises($1, $2)',
      values: [call.query.keyword, call.query.types?.split(',') ?? null],
    });
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      type: row.type,
      county: regionName(Math.floor(row.region_code / 1e6) * 1e6),
      showFlag: row.show_flag ? (1 as const) : (0 as const),
    }));
  }),
  serve('registry', contract.enterpriseDetail, detail),
  serve('registry', contract.changeShowFlag, show),
  serve('registry', contract.saveEnterprise, save),
];
