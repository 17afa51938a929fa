import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError, notFound } from '#kit/contract/errors.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { sealText, unseal } from '#kit/server/pii/pii.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { deviceProvider, newSecret, providerPush } from '#modules/device/contract/catalogue/device-provider.ts';
import { messageTypes } from '#modules/device/contract/telemetry/message.ts';
import { deviceBroker } from '../broker/broker.ts';
import { useNonce } from './provider-nonce.ts';

const skewSeconds = 300;
const types: ReadonlySet<string> = new Set(messageTypes);

export const deviceProviderRoutes = (): Route[] => [
  ...serveResource(deviceProvider)({ expressions: { hasSecret: 't.secret_enc is not null' } }),
  serve('device', newSecret, async (call) => {
    const secret = randomBytes(32).toString('base64url');
    const [row] = await call.tx.query<{ code: string; tenant: number }>(
      `update device.device_provider set secret_enc = $2, version = version + 1, updated_at = now(),
        updated_by = $3 where id = $1
       returning code, tenant_no as tenant`,
      [call.body.id, sealText(secret, call.actor.tenantNo), call.actor.userId],
    );
    if (!row) throw notFound();
    return { secret, path: `/api/iot/ingest/${row.tenant}/${row.code}` };
  }),
  serve('device', providerPush, async (call) => {
    const { tenantNo, code } = call.params;
    const { time, nonce, sign, messages } = call.body;
    const scope = systemScope(tenantNo, 'provider');
    const [rows] = await call.database.read<[{ id: number; secret: string | null; principalId: number }]>(scope, {
      text: `select id, secret_enc as secret, principal_id as "principalId" from device.device_provider
             where code = $1 and status = 'enabled'`,
      values: [code],
    });
    const [provider] = rows;
    const expected = createHmac('sha256', provider?.secret ? unseal(provider.secret, tenantNo) : randomBytes(32))
      .update(`${time}${nonce}${messages}`)
      .digest();
    const given = Buffer.from(sign, 'hex');
    const isRight = given.length === expected.length && timingSafeEqual(given, expected);
    // Unknown, wrong and late are one answer: nobody learns which codes there are.
    if (!provider || !isRight || Math.abs(Date.now() / 1000 - time) > skewSeconds)
      throw new AppError(401, 'error.sessionNeeded');
    const first = await call.database.transaction(scope, (tx) => useNonce(tx, provider.id, nonce));
    if (!first) throw new AppError(401, 'error.sessionNeeded');
    const broker = deviceBroker();
    if (!broker) throw new AppError(503, 'device.device.noBroker');
    const refused: { n: number; reason: string }[] = [];
    let parsed: unknown;
    try {
      parsed = JSON.parse(messages);
    } catch {
      throw new AppError(422, 'error.invalid');
    }
    const list = Array.isArray(parsed) ? parsed.slice(0, 500) : [];
    const numbers = list.map((one) => String((one as { deviceNo?: unknown }).deviceNo ?? ''));
    const [own] = await call.database.read<[{ deviceNo: string }]>(scope, {
      text: `select device_no as "deviceNo" from device.device where device_no = any ($1) and $2 in (principal_id,
        owner_id)`,
      values: [numbers, provider.principalId],
    });
    const mine = new Set(own.map((one) => one.deviceNo));
    let accepted = 0;
    for (const [n, one] of list.entries()) {
      const { deviceNo = '', type = '', payload } = one as { deviceNo?: string; type?: string; payload?: unknown };
      if (!mine.has(deviceNo) || !types.has(type)) {
        refused.push({ n, reason: types.has(type) ? 'unknownDevice' : 'badSchema' });
        continue;
      }
      await broker.publish(tenantNo, `iot.${tenantNo}.up.${deviceNo}.${type}`, JSON.stringify(payload));
      accepted += 1;
    }
    return { accepted, refused };
  }),
];
