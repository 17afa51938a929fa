import { randomBytes, randomInt } from 'node:crypto';
import { staleVersion } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { seal } from '#kit/server/pii/pii.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { findRow } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { newThirdSecret } from '#modules/platform/contract/auth/ticket.ts';
import { sysThirdClient } from '#modules/platform/contract/integration/sys-third-client.ts';
import { dropTokens } from './sys-third-token.ts';

/** The units for which a partner's machine with this scope may call today, whoever asks. */
export const unitsWithClient = (tx: Tx, scope: string): Promise<number[]> =>
  inTenant(tx, tx.scope.tenantNo, 'thirdUnits', async (all) => {
    const rows = await all.query<{ id: number }>(
      `select distinct principal_id as id from platform.sys_third_client
       where tenant_no = kit.tenant() and status = 'enabled' and valid_until >= $2::date and $1 = any (scopes)
       order by 1`,
      [scope, today()],
    );
    return rows.map((row) => row.id);
  });

const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

export const sysThirdClientRoutes = (): Route[] => [
  ...serveResource(sysThirdClient)({
    expressions: {
      hasSecret: '(t.secret_enc is not null)',
      callsToday: `(select count(*)::int from platform.sys_third_log l where l.client_id = t.client_id and l.happened_at >= date_trunc('day', now(), 'Asia/Shanghai'))`,
    },
    before: { add: async () => ({ clientId: `c${randomBytes(8).toString('hex')}` }) },
    after: {
      transition: async (call, move, status) => {
        const { clientId } = await findRow(call, sysThirdClient, move.id);
        if (status === 'disabled') await dropTokens(call.tx, clientId);
      },
    },
  }),
  serve('platform', newThirdSecret, async (call) => {
    const { id, version } = call.body;
    const { clientId } = await findRow(call, sysThirdClient, id, true);
    // 200 bits, in letters that survive being read out over the telephone.
    const secret = Array.from({ length: 40 }, () => letters[randomInt(letters.length)]).join('');
    const [saved] = await call.tx.query<{ version: number }>(
      'update platform.sys_third_client set secret_enc = $3, version = version + 1, updated_at = now(), updated_by = $4 where id = $1 and version = $2 returning version',
      [id, version, seal(secret, call.actor.tenantNo), call.actor.userId],
    );
    if (!saved) throw staleVersion();
    await dropTokens(call.tx, clientId);
    return { clientId, secret, version: saved.version };
  }),
];
