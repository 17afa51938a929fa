import type { Field, Fields } from '#kit/contract/field.ts';
import { snake } from '#kit/contract/naming.ts';
import { type AnyResource, fullName, labelKey } from '#kit/contract/resource.ts';
import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { declaredModules } from '#kit/server/http/openapi.ts';
import { mapOf, tableOf } from '#kit/server/resource/columns.ts';
import { dictUses } from '#modules/platform/contract/reference/sys-dict-type.ts';
import { allTenants } from '../common/all-tenants.ts';

interface DictField {
  readonly resource: AnyResource;
  readonly name: string;
  readonly field: Field;
}

/** Where a type is used, told by the declarations: a noun that names a dictionary need not say so twice. */
function fieldsWith(dictCode: string): DictField[] {
  return declaredModules().flatMap(({ resources }) =>
    resources.flatMap((resource) =>
      Object.entries(resource.fields as Fields)
        .filter(([, one]) => one.dict === dictCode)
        .map(([name, field]) => ({ resource, name, field })),
    ),
  );
}

type DictUsed = (database: Database, tenantNo: number, dictCode: string, value: string) => Promise<boolean>;
const others: DictUsed[] = [];

/** For values that stand where no declared field is: in rules, settings, documents. */
export function registerDictUsed(used: DictUsed): void {
  others.push(used);
}

/** Whether a record names this value: in the caller's tenant, or for a common row in any. */
export async function isValueUsed(
  call: Pick<Call, 'database' | 'actor'>,
  dictCode: string,
  value: string,
): Promise<boolean> {
  const { database, actor } = call;
  const fields = fieldsWith(dictCode).filter(isColumn);
  for (const tenantNo of actor.tenantNo === 0 ? await allTenants(database) : [actor.tenantNo]) {
    for (const { resource, name, field } of fields) {
      const column = `t.${snake(name)}`;
      const holds = field.kind === 'dicts' ? `$1 = any (${column})` : `${column}::text = $1`;
      const [found] = await database.read<[{ found: number }]>(systemScope(tenantNo, 'dictionaries'), {
        text: `select 1 as found from ${tableOf(resource)} t where ${holds} limit 1`,
        values: [value],
      });
      if (found.length > 0) return true;
    }
    for (const used of others) if (await used(database, tenantNo, dictCode, value)) return true;
  }
  return false;
}

/** Fields the server works out are no column to look into. */
const isColumn = ({ resource, name }: DictField) => mapOf(fullName(resource))?.sql(name) === `t.${snake(name)}`;

const usedTypes = (): string[] =>
  declaredModules().flatMap(({ resources }) =>
    resources.flatMap(({ fields }) => Object.values(fields as Fields).flatMap((one) => one.dict ?? [])),
  );

const inWords = (dictCode: string, say: (key: string) => string) =>
  fieldsWith(dictCode).map(({ resource, name }) => ({
    noun: say(labelKey(resource, '_title')),
    field: say(labelKey(resource, name)),
    screen: resource.screen,
  }));

export const dictUseRoutes = (): Route[] => [
  serve('platform', dictUses, async (call) =>
    [...new Set(call.query.dictCodes?.split(',').filter(Boolean) ?? usedTypes())].map((dictCode) => ({
      dictCode,
      uses: inWords(dictCode, (key) => call.say(key)),
    })),
  ),
];
