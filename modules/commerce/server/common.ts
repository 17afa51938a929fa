import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { notify, openTask } from '#modules/platform/server/index.ts';

/** Work on rows of both sides; whose step it is was checked before. */
export const asTenant = <T>(
  call: Pick<Call, 'tx' | 'actor'>,
  what: string,
  work: (all: Tx) => Promise<T>,
): Promise<T> => inTenant(call.tx, call.actor.tenantNo, what, work);

/** What belongs to nobody's village is looked after for the whole tenant. */
export const rootRegion = (tenantNo: number): number => lookups().rootRegion(tenantNo) ?? 0;

export interface Sides {
  readonly principalId: number;
  readonly supplierId: number;
}
export type Side = 'buyer' | 'supplier' | 'none';
export const sideOf = ({ actor }: Pick<Call, 'actor'>, row: Sides): Side =>
  actor.scope.principals.includes(row.principalId)
    ? 'buyer'
    : actor.scope.principals.includes(row.supplierId)
      ? 'supplier'
      : 'none';

export const name = (column: string) => `registry.principal_name(${column})`;

interface Work {
  readonly entity: string;
  readonly entityId: number;
  readonly key: string;
  readonly args: Readonly<Record<string, string | number>>;
  readonly linkPath: string;
  readonly permission: string;
  readonly principalId: number;
}
/** Work that waits for a unit. */
export async function askUnit(all: Tx, { key, args, principalId, ...task }: Work): Promise<void> {
  const [unit] = await all.query<{ regionCode: number }>(
    'select region_code as "regionCode" from commerce.unit_seen where id = $1',
    [principalId],
  );
  await openTask(all, {
    taskType: 'handle',
    taskName: { key, args },
    regionCode: unit?.regionCode ?? rootRegion(all.scope.tenantNo),
    principalId,
    ...task,
  });
}

/** Those who look after the shelf of the whole tenant. */
export const tellOperators = (
  all: Tx,
  title: { key: string; args: Readonly<Record<string, string | number>> },
  linkPath: string,
  content = '',
): Promise<unknown> =>
  notify(all, { audience: { roleCodes: ['sel_operator'] }, type: 'reminder', title, content, linkPath });

export async function tellUnit(
  all: Tx,
  principalId: number,
  title: { key: string; args: Readonly<Record<string, string | number>> },
  linkPath: string,
  content = '',
): Promise<void> {
  const users = await all.query<{ id: number }>(
    `select id from commerce.user_seen where principal_id = $1 and status = 'active' order by id limit 20`,
    [principalId],
  );
  await notify(all, {
    userIds: users.map((one) => one.id),
    type: 'reminder',
    title,
    content,
    linkPath,
    farmId: principalId,
  });
}
