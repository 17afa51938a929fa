import { forbidden, invalid, notFound, refusal } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { today } from '#kit/server/today.ts';
import { unitsWithClient } from '#modules/platform/server/index.ts';
import * as contract from '#modules/registry/contract/principal/principal-relation.ts';
import { unitIn, unitOf } from './grants/unit.ts';

/** On or off, as another module learns of it; on twice is on once. */
export async function setRelation(
  tx: Tx,
  { fromId, toId, kind, on, day }: { fromId: number; toId: number; kind: string; on: boolean; day: string },
): Promise<void> {
  if (on)
    await tx.query(
      `insert into registry.principal_relation (tenant_no, region_code, from_id, to_id, kind, from_on, created_by, updated_by)
       select tenant_no, region_code, id, $2, $3, $4, $5, $5 from registry.principal where id = $1 on conflict do nothing`,
      [fromId, toId, kind, day, tx.scope.userId],
    );
  else
    await tx.query(
      `update registry.principal_relation set to_on = greatest($4::date, from_on), version = version + 1, updated_by = $5, updated_at = now()
       where from_id = $1 and to_id = $2 and kind = $3 and to_on is null`,
      [fromId, toId, kind, day, tx.scope.userId],
    );
}

/** A unit that closed works with nobody any more. */
export async function endRelationsOf(tx: Tx, principalId: number, day: string): Promise<void> {
  await tx.query(
    `update registry.principal_relation set to_on = greatest($2::date, from_on), version = version + 1, updated_at = now()
     where (from_id = $1 or to_id = $1) and to_on is null`,
    [principalId, day],
  );
}

/** A holder shares what is its own, with a partner it need not see; every other relation is the authorities' to record. */
async function checkSharing(call: Call<typeof contract.saveRelation>): Promise<void> {
  const { fromId, toId, kind } = call.body;
  if (kind !== contract.sharing) {
    if (!call.actor.actions.has('pri:principal:edit')) throw invalid([{ field: 'kind', key: 'error.field.dict' }]);
    await unitIn(call.tx, toId);
    return;
  }
  if (!call.actor.actions.has('pri:principal:share') || call.actor.principalId !== fromId)
    throw refusal('notOwnData', 'registry.relation.notOwnData');
  if (!(await unitsWithClient(call.tx, contract.sharingScope)).includes(toId))
    throw invalid([{ field: 'toId', key: 'error.field.ref' }]);
}

async function save(call: Call<typeof contract.saveRelation>): Promise<{ id: number }> {
  const { fromId, toId, kind, fromOn } = call.body;
  const from = await unitIn(call.tx, fromId);
  await checkSharing(call);
  if (fromId === toId) throw invalid([{ field: 'toId', key: 'registry.relation.withItself' }]);
  if (!lookups().dictHas('principal_relation', kind, call.actor.tenantNo))
    throw invalid([{ field: 'kind', key: 'error.field.dict' }]);
  if (fromOn > today()) throw invalid([{ field: 'fromOn', key: 'registry.relation.future' }]);
  const [made] = await call.tx.query<{ id: number }>(
    `insert into registry.principal_relation (tenant_no, region_code, from_id, to_id, kind, from_on, created_by, updated_by)
     select tenant_no, region_code, id, $2, $3, $4, $5, $5 from registry.principal where id = $1 on conflict do nothing returning id`,
    [fromId, toId, kind, fromOn, call.actor.userId],
  );
  if (!made) throw refusal('relationOpen', 'registry.relation.open');
  await log(call as unknown as Call, from, { kind, toId, fromOn });
  return made;
}

async function end(call: Call<typeof contract.endRelation>): Promise<null> {
  const { id, toOn } = call.body;
  const [row] = await call.tx.query<{ fromId: number; kind: string; fromOn: string; toOn: string | null }>(
    'select from_id as "fromId", kind, from_on::text as "fromOn", to_on::text as "toOn" from registry.principal_relation where id = $1 for update',
    [id],
  );
  if (!row) throw notFound();
  const isOwnSharing = row.kind === contract.sharing && row.fromId === call.actor.principalId;
  // An authority may end a sharing, never begin one.
  if (!isOwnSharing && !call.actor.actions.has('pri:principal:edit')) throw forbidden();
  if (row.toOn !== null) throw refusal('relationEnded', 'registry.relation.ended');
  if (toOn < row.fromOn) throw invalid([{ field: 'toOn', key: 'registry.relation.before' }]);
  await call.tx.query(
    'update registry.principal_relation set to_on = $2, version = version + 1, updated_by = $3, updated_at = now() where id = $1',
    [id, toOn, call.actor.userId],
  );
  await log(call as unknown as Call, { id: row.fromId, name: '' }, { id, toOn });
  return null;
}

async function log(call: Call, unit: { id: number; name: string }, after: object): Promise<void> {
  await audit(call.tx, call, {
    module: 'registry',
    entity: 'principal',
    entityId: unit.id,
    entityName: unit.name || null,
    action: call.endpoint.action ?? 'edit',
    after: { relation: after },
  });
  call.answer.msg = call.say('ok.saved');
}

/** Names of units whatever the caller sees of them. */
async function namesOf({ database, actor }: Call, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const [rows] = await database.read<[{ id: number; name: string }]>(systemScope(actor.tenantNo, 'sharing'), {
    text: 'select id, principal_unit_name as name from registry.principal where tenant_no = kit.tenant() and id = any ($1)',
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Whether a holder lets this unit's machines read its data. */
export async function isSharedWith(tx: Tx, holderId: number, partnerId: number): Promise<boolean> {
  const rows = await tx.query(
    `select 1 as shared from registry.principal_relation
     where tenant_no = kit.tenant() and from_id = $1 and to_id = $2 and kind = $3 and to_on is null`,
    [holderId, partnerId, contract.sharing],
  );
  return rows.length > 0;
}

/** The holders who let this unit's machines read their data. */
export const sharedBy = (tx: Tx, partnerId: number): Promise<{ id: number; name: string; since: string }[]> =>
  tx.query<{ id: number; name: string; since: string }>(
    `select p.id, p.principal_unit_name as name, r.created_at as since
     from registry.principal_relation r join registry.principal p on p.id = r.from_id
     where r.tenant_no = kit.tenant() and r.to_id = $1 and r.kind = $2 and r.to_on is null order by p.id`,
    [partnerId, contract.sharing],
  );

export const relationRoutes = (): Route[] => [
  serve('registry', contract.relationList, async (call) => {
    const { id } = await unitOf(call as unknown as Call, call.query.principalId);
    const [rows] = await call.database.read<[Omit<contract.Relation, 'kindName'>]>(call.actor.scope, {
      // A holder knows with whom it shares, also where it sees nothing else of them.
      text: `select r.id, r.kind, case when r.from_id = $1 then 'out' else 'in' end as way,
               case when o.id is not null or r.kind = '${contract.sharing}' then r.other end as "otherId", o.principal_unit_name as "otherName",
               o.principal_unit_type as "otherType", r.from_on::text as "fromOn", r.to_on::text as "toOn"
             from (select r.*, case when r.from_id = $1 then r.to_id else r.from_id end as other from registry.principal_relation r
               where r.tenant_no = kit.tenant() and (r.from_id = $1 or r.to_id = $1) and ($2 or r.to_on is null)) r
             left join registry.principal o on o.id = r.other order by r.kind, r.id limit 300`,
      values: [id, call.query.ended === '1'],
    });
    const { actor, language } = call;
    const unseen = rows.filter((row) => row.otherId !== null && row.otherName === null).map((row) => row.otherId);
    const names = await namesOf(call as unknown as Call, unseen);
    return rows
      .filter((row) => row.otherId !== null)
      .map((row) => ({
        ...row,
        otherName: row.otherName ?? names.get(row.otherId) ?? null,
        kindName: lookups().dictLabel('principal_relation', row.kind, actor.tenantNo, language) ?? row.kind,
      }));
  }),
  serve('registry', contract.sharingPartners, async (call) => {
    const ids = await call.database.transaction(call.actor.scope, (tx) => unitsWithClient(tx, contract.sharingScope));
    const names = await namesOf(call as unknown as Call, ids);
    return [...names].flatMap(([id, name]) => (id === call.actor.principalId ? [] : [{ id, name }]));
  }),
  serve('registry', contract.saveRelation, save),
  serve('registry', contract.endRelation, end),
];

/** R63: whom a unit works with, its survivor works with; a bond both have, or one between the two, ends. */
export async function reassignRelations(tx: Tx, from: number, to: number, day: string): Promise<number> {
  await tx.query(
    `update registry.principal_relation r set to_on = greatest($3::date, r.from_on), version = r.version + 1, updated_at = now()
     where r.tenant_no = $4 and r.to_on is null and (r.from_id = $1 or r.to_id = $1) and (r.from_id = $2 or r.to_id = $2 or exists (
       select 1 from registry.principal_relation o where o.tenant_no = r.tenant_no and o.kind = r.kind and o.to_on is null and o.id <> r.id
         and o.from_id = case when r.from_id = $1 then $2 else r.from_id end and o.to_id = case when r.to_id = $1 then $2 else r.to_id end))`,
    [from, to, day, tx.scope.tenantNo],
  );
  const rows = await tx.query(
    `update registry.principal_relation set from_id = case when from_id = $1 then $2 else from_id end, to_id = case when to_id = $1 then $2 else to_id end,
       version = version + 1, updated_at = now() where tenant_no = $3 and to_on is null and (from_id = $1 or to_id = $1) returning 1`,
    [from, to, tx.scope.tenantNo],
  );
  return rows.length;
}
