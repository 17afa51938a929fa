import { isPii, maskOf } from '#kit/contract/pii.ts';
import type { Tx } from '../db/database.ts';
import type { Call, Caller } from '../http/call.ts';

export interface AuditEntry {
  module: string;
  entity: string;
  entityId?: number | null;
  entityName?: string | null;
  action: string;
  before?: unknown;
  after?: unknown;
  params?: unknown;
  result?: 'ok' | 'refused' | 'failed';
  code?: number;
  msg?: string;
}

/** Values that never enter a log, whatever they are called inside. */
const secret = /password|token|secret|captcha|ticket/i;

/** What the database cannot hold as text is left out: a refused call with such signs must leave its row too. */
const writable = (text: string) => text.replaceAll('\0', '').toWellFormed();

/** A personal number keeps its mask only, wherever in a request it stood. */
const scrub = (text: string) =>
  isPii('phone', text) ? maskOf('phone', text) : isPii('idCard', text) ? maskOf('idCard', text) : writable(text);

export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrub(value);
  if (value === null || typeof value !== 'object') return value;
  // Nothing of ours lies this deep: left in, it could carry a number unmasked, or be too deep to be written at all.
  if (depth > 6) return '…';
  if (Array.isArray(value)) return value.slice(0, 200).map((item) => withoutSecrets(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      writable(key),
      secret.test(key)
        ? '***'
        : /bankAccountNo|bankCard/i.test(key) && typeof item === 'string'
          ? maskOf('bankCard', item)
          : withoutSecrets(item, depth + 1),
    ]),
  );
}

const text = `insert into kit.oper_log (tenant_no, user_id, username, nickname, principal_id, role_codes, client_type, ip, session_id, module, entity, entity_id,
  entity_name, action, method, path, params, before, after, result, code, msg, trace_id, duration_ms)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)`;

const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(withoutSecrets(value)));

/** One row of the operation log, in the transaction of the work it speaks of: if it cannot be written, the work is not done. */
export async function audit(tx: Tx, call: Call, entry: AuditEntry): Promise<void> {
  call.audited = true;
  const { actor, endpoint } = call;
  const params = json(entry.params);
  await tx.query(text, [
    actor.tenantNo,
    actor.userId,
    actor.username,
    actor.nickname,
    actor.principalId,
    actor.roles,
    call.clientType,
    call.ip,
    actor.sessionId,
    entry.module,
    entry.entity,
    entry.entityId ?? null,
    entry.entityName ?? null,
    entry.action,
    endpoint.method,
    endpoint.path,
    params && params.length > 8192 ? JSON.stringify({ cut: params.length }) : params,
    json(entry.before),
    json(entry.after),
    entry.result ?? 'ok',
    entry.code ?? 200,
    entry.msg ?? null,
    call.traceId,
    Math.round(performance.now() - call.startedAt),
  ]);
}

/** The row of work that no call asked for: loading, closing a day, jobs. */
export async function auditSystem(tx: Tx, caller: Pick<Caller, 'traceId'>, entry: AuditEntry): Promise<void> {
  await tx.query(text, [
    tx.scope.tenantNo,
    tx.scope.userId,
    null,
    null,
    null,
    tx.scope.roles,
    'system',
    null,
    null,
    entry.module,
    entry.entity,
    entry.entityId ?? null,
    entry.entityName ?? null,
    entry.action,
    null,
    null,
    json(entry.params),
    json(entry.before),
    json(entry.after),
    'ok',
    200,
    null,
    caller.traceId,
    null,
  ]);
}
