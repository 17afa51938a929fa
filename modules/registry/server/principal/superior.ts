import type { FieldError } from '#kit/contract/errors.ts';
import { within } from '#kit/contract/region.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';
import { raisePermVersion } from '#modules/platform/server/index.ts';
import { reachOf } from './reach.ts';

async function superiorOf(call: Call, id: number): Promise<number | null> {
  const [row] = await call.tx.query<{ parentId: number | null }>(
    'select parent_id as "parentId" from registry.principal where id = $1',
    [id],
  );
  return row?.parentId ?? null;
}

/** Who stands above a unit sees what it is a party to wherever that lies; whoever sees the whole tenant already gains nothing by it. */
async function seesAll({ tx, actor }: Call): Promise<boolean> {
  if (actor.roles.includes('tenant_admin')) return true;
  const [tenant] = await tx.query<{ code: number }>(
    'select region_code as code from platform.sys_tenant where tenant_no = $1',
    [actor.tenantNo],
  );
  return tenant !== undefined && actor.scope.regions.some((region) => within(tenant.code, region));
}

/** R6: below another superior comes only a unit that is the caller's already, with both superiors. */
export async function reachFaults(call: Call, parentId: number | null, id: number): Promise<FieldError[]> {
  const before = await superiorOf(call, id);
  if (before === parentId || (await seesAll(call))) return [];
  const own = new Set(call.actor.scope.principals);
  const isOwn = [id, before, parentId].every((one) => one === null || own.has(one));
  return isOwn ? [] : [{ field: 'parentId', key: 'registry.principal.parentBeyond' }];
}

/** Those above, before and after, and the unit with all below it have other rights from now on. */
export async function tellReach(call: Call, parentId: number | null, id: number): Promise<void> {
  const before = await superiorOf(call, id);
  if (before === parentId) return;
  await inTenant(call.tx, call.actor.tenantNo, 'superior', async (tx) => {
    const above = await tx.query<{ id: number }>(
      'select distinct l.id from unnest($2::bigint[]) p(id), unnest(registry.principal_line($1, p.id)) l(id)',
      [call.actor.tenantNo, [before, parentId].filter((one) => one !== null)],
    );
    const below = (await reachOf(tx, id))?.subordinates ?? [];
    await raisePermVersion(tx, { principalIds: [id, ...above.map((one) => one.id), ...below] });
  });
}
