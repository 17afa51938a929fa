import { notFound } from '#kit/contract/errors.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/auth/sys-user-device.ts';
import type { SessionAuthenticator } from '../authenticator.ts';
import { browserOf } from '../login/browser.ts';
import { endSessionsOf } from '../session/sys-session.ts';
import { forgetDevices } from './sys-user-device.ts';

interface DeviceRow {
  id: number;
  client_type: string;
  ip: string | null;
  user_agent: string | null;
  created_at: string;
  last_used_at: string;
  is_current: boolean;
}

export const deviceRoutes = (authenticator: SessionAuthenticator): Route[] => [
  serve('platform', contract.myDevices, async ({ database, actor }) => {
    const [rows] = await database.read<[DeviceRow]>(actor.scope, {
      text: `select d.id, d.client_type, d.ip, d.user_agent, d.created_at, d.last_used_at,
               exists (select 1 from platform.sys_session s where s.id = $2 and s.device_id = d.id) as is_current
             from platform.sys_user_device d where d.user_id = $1 order by d.last_used_at desc`,
      values: [actor.userId, actor.sessionId],
    });
    return rows.map((row) => ({
      deviceId: row.id,
      clientType: row.client_type,
      ...browserOf(row.user_agent ?? ''),
      ip: row.ip,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      isCurrent: row.is_current,
    }));
  }),
  serve('platform', contract.revokeDevice, async (call) => {
    const { actor, tx } = call;
    // A security administrator sees the devices of others too; here one's own are meant.
    const own = await tx.query('select 1 from platform.sys_user_device where id = $1 and user_id = $2', [
      call.body.id,
      actor.userId,
    ]);
    if (own.length === 0) throw notFound();
    await forgetDevices(tx, [call.body.id]);
    await endSessionsOf(tx, [call.body.id]);
    tx.afterCommit(() => authenticator.forget(actor.userId));
    call.answer.msg = call.say('ok.done');
    return null;
  }),
];
