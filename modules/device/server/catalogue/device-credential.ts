import { createHash } from 'node:crypto';
import { AppError, notFound } from '#kit/contract/errors.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { newCredential, revokeCredential } from '#modules/device/contract/catalogue/device.ts';
import { downTopic, upTopic } from '#modules/device/contract/telemetry/message.ts';
import { deviceBroker } from '../broker/broker.ts';

interface Row {
  id: number;
  deviceNo: string;
  principalId: number;
  ownerId: number;
  status: string;
  transport: string;
}

const find = async (tx: Tx, id: number): Promise<Row> => {
  const [row] = await tx.query<Row>(
    `select d.id, d.device_no as "deviceNo", d.principal_id as "principalId", d.owner_id as "ownerId", d.status,
      m.transport
     from device.device d join device.device_model m on m.id = d.model_id where d.id = $1 for update of d`,
    [id],
  );
  if (!row) throw notFound();
  return row;
};

export interface NewCredential {
  deviceId: number;
  deviceNo: string;
  principalId: number;
  ownerId: number;
  reason: string;
  atOnce: boolean;
}

/** R3: one that is valid; the one before ends after a day, or at once. Answers the secret, which is kept nowhere. */
export async function issueCredential(tx: Tx, one: NewCredential): Promise<{ token: string; expireAt: string }> {
  const broker = deviceBroker();
  if (!broker) throw new AppError(503, 'device.device.noBroker');
  const { publicKey, token, expireAt } = broker.newToken(tx.scope.tenantNo, one.deviceNo);
  await tx.query(
    `update device.device_credential set ends_at = case when $3 then ends_at else now() + interval '24 hours' end,
       revoked_at = case when $3 then now() end, version = version + 1, updated_at = now()
     where tenant_no = $1 and device_id = $2 and revoked_at is null and (ends_at is null
       or ends_at > now() + interval '24 hours' or $3)`,
    [tx.scope.tenantNo, one.deviceId, one.atOnce],
  );
  await tx.query(
    `insert into device.device_credential (tenant_no, device_id, principal_id, owner_id, public_key, fingerprint,
      reason, expire_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.scope.tenantNo,
      one.deviceId,
      one.principalId,
      one.ownerId,
      publicKey,
      createHash('sha256').update(token).digest('hex').slice(0, 16),
      one.reason,
      expireAt.toISOString(),
      tx.scope.userId,
    ],
  );
  return { token, expireAt: expireAt.toISOString() };
}

export async function revokeCredentials(tx: Tx, deviceId: number): Promise<number> {
  const rows = await tx.query(
    `update device.device_credential set revoked_at = now(), version = version + 1, updated_at = now()
     where tenant_no = $1 and device_id = $2 and revoked_at is null returning id`,
    [tx.scope.tenantNo, deviceId],
  );
  return rows.length;
}

/** Public keys that are trusted no more, with the second up to which tokens are refused. */
export async function revocationsOf(database: Database, tenantNo: number): Promise<Record<string, number>> {
  const [rows] = await database.read<[{ key: string; at: number }]>(systemScope(tenantNo, 'broker'), {
    text: `select public_key as key, ceil(extract(epoch from coalesce(revoked_at, ends_at)))::int8 as at
      from device.device_credential
           where tenant_no = $1 and expire_at > now() and (revoked_at is not null or ends_at < now()) order by id`,
    values: [tenantNo],
  });
  return Object.fromEntries(rows.map(({ key, at }) => [key, at]));
}

/** Tells the broker at once; ingest tells it again within seconds, should this fail. */
const tellBroker = (call: Call) =>
  call.tx.afterCommit(() => {
    const { tenantNo } = call.actor.scope;
    void revocationsOf(call.database, tenantNo)
      .then((revocations) => deviceBroker()?.saveAccount(tenantNo, revocations))
      .catch(() => {});
  });

/** A maintainer cares for devices its company owns, and for their credentials only while they are idle. */
const mayHave = (call: Call, row: Row) => {
  const { principals } = call.actor.scope;
  if (principals.includes(row.principalId)) return;
  if (!principals.includes(row.ownerId) || row.status !== 'idle') throw new AppError(403, 'device.device.notIdle');
};

export const credentialRoutes = (): Route[] => [
  serve('device', newCredential, async (call) => {
    const { id, reason, atOnce } = call.body;
    const row = await find(call.tx, id);
    mayHave(call as unknown as Call, row);
    const broker = deviceBroker();
    if (!broker) throw new AppError(503, 'device.device.noBroker');
    const { token, expireAt } = await issueCredential(call.tx, { ...row, deviceId: id, reason, atOnce });
    tellBroker(call as unknown as Call);
    const { tenantNo } = call.actor.scope;
    return {
      username: row.deviceNo,
      password: token,
      brokerHost: broker.settings.host,
      port: broker.settings.mqttPort,
      upTopic: upTopic(tenantNo, row.deviceNo),
      downTopic: downTopic(tenantNo, row.deviceNo),
      expireAt,
    };
  }),
  serve('device', revokeCredential, async (call) => {
    const row = await find(call.tx, call.body.id);
    mayHave(call as unknown as Call, row);
    const revoked = await revokeCredentials(call.tx, call.body.id);
    tellBroker(call as unknown as Call);
    call.answer.msg = call.say('ok.done');
    return { revoked };
  }),
];
