import { notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { listCommands, sendCommand } from '#modules/device/contract/catalogue/device.ts';
import type { AckItem } from '#modules/device/contract/telemetry/message.ts';
import { deviceBroker } from '../broker/broker.ts';

/** R62: what makes noise or costs battery is limited. */
const limited = ['lamp', 'locateNow'];
const perHour = 10;

export async function ackCommand(tx: Tx, deviceId: number, { cid, ok, err }: AckItem): Promise<void> {
  await tx.query(
    `update device.device_command set status = $4, acked_at = now(), result = $5, version = version + 1
     where tenant_no = $1 and device_id = $2 and id = $3 and status in ('queued', 'sent')`,
    [tx.scope.tenantNo, deviceId, Math.round(cid), ok ? 'done' : 'failed', err ? String(err).slice(0, 200) : null],
  );
}

/** R62: whoever just spoke is awake and gets what waits for it. Sent after the commit; lost on the way, it is sent with the next message. */
export async function dueCommands(tx: Tx, deviceIds: readonly number[]): Promise<void> {
  const broker = deviceBroker();
  if (!broker || deviceIds.length === 0) return;
  const due = await tx.query<{ id: number; deviceNo: string; name: string; params: unknown }>(
    `update device.device_command c set status = 'sent', sent_at = now() from device.device d
     where c.tenant_no = $1 and c.device_id = any ($2) and c.status = 'queued' and c.expire_at > now()
       and d.tenant_no = c.tenant_no and d.id = c.device_id
     returning c.id, d.device_no as "deviceNo", c.name, c.params`,
    [tx.scope.tenantNo, deviceIds],
  );
  const { tenantNo } = tx.scope;
  if (due.length > 0)
    tx.afterCommit(() => {
      for (const { id, deviceNo, name, params } of due)
        void broker
          .publish(tenantNo, `iot.${tenantNo}.down.${deviceNo}.cmd`, JSON.stringify({ v: 1, cid: id, name, params }))
          .catch(() => {});
    });
}

export const expireCommands = (tx: Tx): Promise<unknown[]> =>
  tx.query(
    `update device.device_command set status = 'expired', version = version + 1
     where tenant_no = $1 and status in ('queued', 'sent') and expire_at < now()`,
    [tx.scope.tenantNo],
  );

export const commandRoutes = (): Route[] => [
  serve('device', sendCommand, async (call) => {
    const { idArr, name, params } = call.body;
    const devices = await call.tx.query<{
      id: number;
      commands: string[];
      status: string;
      transport: string;
      recent: number;
    }>(
      `select d.id, m.commands, d.status, m.transport, (select count(*)::int from device.device_command c
        where c.tenant_no = d.tenant_no
         and c.device_id = d.id and c.name = $2 and c.created_at > now() - interval '1 hour') as recent
       from device.device d join device.device_model m on m.id = d.model_id where d.id = any ($1)`,
      [idArr, name],
    );
    if (devices.length < idArr.length) throw notFound();
    const unable = devices.find((one) => !one.commands.includes(name) || one.status !== 'active');
    if (unable) throw refusal('commandUnable', 'device.command.unable');
    if (limited.includes(name) && devices.some((one) => one.recent >= perHour))
      throw refusal('commandLimit', 'device.command.limit', { n: perHour });
    const rows = await call.tx.query<{ id: number }>(
      `insert into device.device_command (tenant_no, device_id, name, params, expire_at, created_by)
       select kit.tenant(), u, $2, $3, now() + interval '24 hours', $4 from unnest($1::bigint[]) u returning id`,
      [idArr, name, JSON.stringify(params), call.actor.userId],
    );
    // A device that listens gets it now; one that sleeps, with its next message.
    await dueCommands(
      call.tx,
      devices.filter((one) => one.transport === 'mqtt').map((one) => one.id),
    );
    call.answer.msg = call.say('ok.done');
    return { commandIds: rows.map((row) => row.id) };
  }),
  serve('device', listCommands, async (call) => {
    const [rows] = await call.database.read<[{ id: number }]>(call.actor.scope, {
      text: `select c.id, c.name, c.status, c.created_at as "createdAt", (select u.nickname
        from platform.user_view u where u.id = c.created_by) as "createdByName", c.sent_at as "sentAt",
               c.acked_at as "ackedAt", c.result
             from device.device_command c where c.device_id = $1 order by c.id desc limit 100`,
      values: [call.query.deviceId],
    });
    return rows as never;
  }),
];
