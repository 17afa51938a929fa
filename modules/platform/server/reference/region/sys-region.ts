import { AppError, invalid } from '#kit/contract/errors.ts';
import { isRegionCode, levelOf, parentOf } from '#kit/contract/region.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { sysRegion } from '#modules/platform/contract/reference/sys-region.ts';
import { allTenants } from '../../common/all-tenants.ts';
import { referenceChanged } from '../reference-changed.ts';
import { askedFirst } from './abolish.ts';
import { kindOf, lettersOf, type NewPlace } from './place-names.ts';

const width = `(case t.level when 1 then 10000000000 when 2 then 100000000 when 3 then 1000000 when 4 then 1000 else 1 end)::bigint`;

/** R113: twelve digits, a level that fits the zeros, a parent that is there. */
async function placeOf(call: Call, code: number): Promise<{ level: number; parentCode: number | null }> {
  if (!isRegionCode(code)) throw invalid([{ field: 'code', key: 'error.field.region' }]);
  const parentCode = parentOf(code);
  if (parentCode === null) return { level: 1, parentCode };
  const parent = await call.tx.query("select 1 from platform.sys_region where code = $1 and status = 'active'", [
    parentCode,
  ]);
  if (parent.length === 0) throw invalid([{ field: 'code', key: 'platform.sysRegion.noParent' }]);
  return { level: levelOf(code), parentCode };
}

/** Of these regions those that a row of any tenant stands in exactly. */
export async function usedRegions(database: Database, codes: readonly number[]): Promise<Set<number>> {
  const used = new Set<number>();
  for (const tenantNo of codes.length > 0 ? await allTenants(database) : []) {
    const [rows] = await database.read<[{ code: number }]>(systemScope(tenantNo, 'regions'), {
      text: 'select distinct platform.regions_used($1::bigint[]) as code',
      values: [codes],
    });
    for (const { code } of rows) used.add(code);
  }
  return used;
}

async function refuseLiving(call: Call, code: number, name: string): Promise<void> {
  const below = await call.tx.query('select 1 from platform.sys_region where parent_code = $1 limit 1', [code]);
  if (below.length > 0 || (await usedRegions(call.database, [code])).size > 0)
    throw new AppError(409, 'platform.sysRegion.living', { args: { name } });
}

const reload = (call: Call) => referenceChanged(call.tx, call.database, 'regions');

export const sysRegionRoutes = (): Route[] =>
  serveResource(sysRegion)({
    expressions: {
      codeText: 't.code::text',
      level: 't.level::text',
      hasBoundary: '(t.boundary is not null)',
      childCount:
        "(select count(*)::int from platform.sys_region c where c.parent_code = t.code and c.status = 'active')",
      households: `platform.region_households(t.code, ${width})`,
    },
    before: {
      add: async (call, values) => ({ ...(await placeOf(call, values.code)), ...lettersOf(values.name) }),
      edit: async (_call, values) => lettersOf(values.name),
      remove: (call, row) => refuseLiving(call, row.code, row.name),
    },
    after: {
      add: reload,
      edit: reload,
      remove: reload,
    },
  }).map(askedFirst);

/** What the yearly list brings, written without the engine: thousands of rows, one log row by the job that does it. */
export async function addPlaces(tx: Tx, places: readonly NewPlace[]): Promise<void> {
  const rows = places.map(({ code, name }) => ({
    code,
    name,
    level: levelOf(code),
    parent: parentOf(code),
    kind: kindOf(name, levelOf(code)),
    ...lettersOf(name),
  }));
  await tx.query(
    `insert into platform.sys_region (code, name, level, parent_code, kind, pinyin, initials, status)
     select code, name, level, parent, kind, pinyin, initials, 'active'
     from jsonb_to_recordset($1::jsonb) as r(code bigint, name text, level int, parent bigint, kind text, pinyin text, initials text)
     order by code
     on conflict (code) do update set name = excluded.name, status = 'active', successor_code = null, effective_on = null,
       version = platform.sys_region.version + 1, updated_at = now()`,
    [JSON.stringify(rows)],
  );
}

export async function renamePlaces(tx: Tx, places: readonly NewPlace[]): Promise<void> {
  const rows = places.map(({ code, name }) => ({ code, name, ...lettersOf(name) }));
  await tx.query(
    `update platform.sys_region t set name = r.name, pinyin = r.pinyin, initials = r.initials, version = t.version + 1, updated_at = now()
     from jsonb_to_recordset($1::jsonb) as r(code bigint, name text, pinyin text, initials text) where t.code = r.code`,
    [JSON.stringify(rows)],
  );
}

export async function abolishPlaces(tx: Tx, codes: readonly number[]): Promise<void> {
  await tx.query(
    `update platform.sys_region set status = 'abolished', effective_on = current_date, version = version + 1, updated_at = now() where code = any ($1::bigint[])`,
    [codes],
  );
}
