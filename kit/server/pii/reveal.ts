import { notFound, refusal } from '#kit/contract/errors.ts';
import type { Field } from '#kit/contract/field.ts';
import { snake } from '#kit/contract/naming.ts';
import { audit } from '../audit/audit.ts';
import type { Call } from '../http/call.ts';
import { mapOf } from '../resource/columns.ts';
import { unseal } from './pii.ts';

/** One clear value of one record: only of a row the caller sees, counted, and written down with its reason before it is told. */
export async function reveal(
  call: Call,
  ask: { entity: string; id: number; field: string; reason: string },
  daily: number,
): Promise<string> {
  const map = mapOf(ask.entity);
  const one = map?.resource.fields[ask.field] as Field | undefined;
  if (!map || !one?.pii) throw notFound();
  // Two windows of one user must not both pass at 199.
  await call.tx.query('select pg_advisory_xact_lock(7310, $1::int)', [call.actor.userId % 2 ** 31]);
  const [used] = await call.tx.query<{ n: number }>(
    `select count(*)::int as n from kit.oper_log where user_id = $1 and action = 'reveal' and result = 'ok'
       and happened_at >= date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`,
    [call.actor.userId],
  );
  if ((used?.n ?? 0) >= daily) throw refusal('sensitive.limit', 'sensitive.limit');
  const [row] = await call.tx.query<{ sealed: string | null; title: string }>(
    `select t.${snake(ask.field)}_enc as sealed, ${map.sql(map.resource.title)} as title from ${map.table} t where t.id = $1`,
    [ask.id],
  );
  if (!row?.sealed) throw notFound();
  await audit(call.tx, call, {
    module: map.resource.module,
    entity: map.resource.name,
    entityId: ask.id,
    entityName: row.title,
    action: 'reveal',
    params: { field: ask.field, reason: ask.reason },
  });
  return unseal(row.sealed, call.actor.tenantNo);
}
