import { invalid, refusal } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import type { Call } from '#kit/server/http/call.ts';
import { raisePermVersion, systemName, treeRows } from '#modules/platform/server/index.ts';
import type {
  editPrincipalSystems,
  PrincipalSystemRow,
  principalSystems,
} from '#modules/registry/contract/principal/principal-grants.ts';
import { reachOf } from '../reach.ts';
import { type SystemGrant, setSystems } from './principal-system.ts';
import { unitIn, unitOf } from './unit.ts';

async function packageOf({ database, actor }: Pick<Call, 'database' | 'actor'>): Promise<number[]> {
  const rows = await treeRows(database, actor.scope, actor.tenantNo);
  return [...new Set(rows.map((row) => row.systemId))].sort((one, other) => one - other);
}

interface Given extends SystemGrant {
  readonly ownerId: number;
  readonly ownerName: string;
}

export async function readSystems(call: Call<typeof principalSystems>): Promise<PrincipalSystemRow[]> {
  const { id } = await unitOf(call as unknown as Call, call.query.principalId);
  const { tenantNo } = call.actor;
  const [[rows], inPackage] = await Promise.all([
    call.database.read<[Given]>(systemScope(tenantNo, 'systems'), {
      text: `with line as (select owner, depth from unnest(registry.principal_line($1, $2)) with ordinality l(owner, depth)),
               nearest as (select l.owner from line l where exists (select 1 from registry.principal_system s where s.principal_id = l.owner) order by l.depth limit 1)
             select s.system_id as "systemId", s.schema_id as "schemaId", s.expire_on::text as "expireOn", s.principal_id as "ownerId", p.principal_unit_name as "ownerName"
             from registry.principal_system s join nearest n on n.owner = s.principal_id join registry.principal p on p.id = s.principal_id`,
      values: [tenantNo, id],
    }),
    packageOf(call as unknown as Call),
  ]);
  const ids = [...new Set([...inPackage, ...rows.map((row) => row.systemId)])].sort((one, other) => one - other);
  return ids.map((systemId) => {
    const given = rows.find((row) => row.systemId === systemId);
    const isOwn = given?.ownerId === id;
    return {
      systemId,
      systemName: systemName(systemId, call.language),
      assigned: isOwn,
      schemaId: isOwn ? (given?.schemaId ?? null) : null,
      expireOn: isOwn ? (given?.expireOn ?? null) : null,
      inPackage: inPackage.includes(systemId),
      inheritedFrom: given && !isOwn ? given.ownerName : null,
    };
  });
}

/** R12: inside the tenant's package, not longer than the tenant itself, and felt at the next request. */
export async function editSystems(call: Call<typeof editPrincipalSystems>): Promise<null> {
  const { tx, actor } = call;
  const { principalId } = call.body;
  const unit = await unitIn(tx, principalId);
  const inPackage = await packageOf(call as unknown as Call);
  const grants = call.body.systems.map(
    ({ systemId, schemaId = null, expireOn = null }): SystemGrant => ({ systemId, schemaId, expireOn }),
  );
  const foreign = grants.find((one) => !inPackage.includes(one.systemId));
  if (foreign) throw refusal('beyondPackage', 'registry.principalSystem.beyondPackage');
  if (new Set(grants.map((one) => one.systemId)).size !== grants.length)
    throw invalid([{ field: 'systems', key: 'error.field.pattern' }]);
  const [tenant] = await tx.query<{ expireOn: string }>(
    'select expire_on::text as "expireOn" from platform.sys_tenant where tenant_no = $1',
    [actor.tenantNo],
  );
  const end = tenant?.expireOn ?? '';
  if (grants.some((one) => one.expireOn !== null && one.expireOn > end))
    throw refusal('beyondTenant', 'registry.principalSystem.beyondTenant', { date: end });
  const schemas = await tx.query<{ id: number; systemId: number }>(
    `select id, system_id as "systemId" from platform.sys_function_schema where id = any ($1) and status = 'published'`,
    [grants.flatMap((one) => one.schemaId ?? [])],
  );
  const known = (one: SystemGrant) =>
    one.schemaId === null || schemas.some((row) => row.id === one.schemaId && row.systemId === one.systemId);
  if (!grants.every(known)) throw invalid([{ field: 'schemaId', key: 'error.field.ref' }]);
  await inTenant(tx, actor.tenantNo, 'systems', async (inside) => {
    await setSystems(inside, principalId, grants, actor.userId);
    const below = (await reachOf(inside, principalId))?.subordinates ?? [];
    await raisePermVersion(inside, { principalIds: [principalId, ...below] });
  });
  await audit(tx, call as unknown as Call, {
    module: 'registry',
    entity: 'principal',
    entityId: principalId,
    entityName: unit.name,
    action: 'systems',
    after: { systems: grants },
  });
  call.answer.msg = call.say('ok.saved');
  return null;
}
