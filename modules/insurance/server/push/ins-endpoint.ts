import { randomBytes } from 'node:crypto';
import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Target } from '#kit/server/delivery/send.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { sealText, unseal } from '#kit/server/pii/pii.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insEndpoint, renewSecret } from '#modules/insurance/contract/push/push.ts';

const freshSecret = () => randomBytes(32).toString('base64url');

/** Where a message goes now; a line that is paused keeps what is meant for it. */
export async function targetOf(tx: Tx, endpointId: number): Promise<Target | null> {
  const [line] = await tx.query<{ url: string; enc: string; tenantNo: number }>(
    `select base_url as url, secret_enc as enc, tenant_no as "tenantNo" from insurance.ins_endpoint
     where tenant_no = kit.tenant() and id = $1 and status = 'on'`,
    [endpointId],
  );
  return line ? { url: line.url, secret: unseal(line.enc, line.tenantNo) } : null;
}
export const markHeard = (tx: Tx, endpointId: number) =>
  tx.query('update insurance.ins_endpoint set last_ok_at = now() where tenant_no = kit.tenant() and id = $1', [
    endpointId,
  ]);
export const endpointsFor = (tx: Tx, insurerId: number, kind: string): Promise<{ id: number }[]> =>
  tx.query<{ id: number }>(
    `select id from insurance.ins_endpoint where tenant_no = kit.tenant() and insurer_id = $1
     and kinds @> array[$2::text] order by id`,
    [insurerId, kind],
  );

async function renew(call: Call<typeof renewSecret>) {
  const secret = freshSecret();
  const rows = await call.tx.query(
    `update insurance.ins_endpoint set secret_enc = $2, version = version + 1, updated_at = now(), updated_by = $3
     where tenant_no = kit.tenant() and id = $1 returning 1`,
    [call.body.id, sealText(secret, call.actor.tenantNo), call.actor.userId],
  );
  if (rows.length === 0) throw notFound();
  call.answer.msg = call.say('ok.saved');
  return { secret };
}

const pushed = (status: string) => `(select count(*)::int from insurance.ins_push p where p.tenant_no = t.tenant_no
  and p.endpoint_id = t.id and p.status = '${status}')`;

export const endpointRoutes = (): Route[] => [
  ...serveResource(insEndpoint)({
    expressions: { waiting: pushed('waiting'), dead: pushed('dead') },
    before: {
      add: async (call) => ({
        insurerId: call.actor.principalId ?? 0,
        secretEnc: sealText(freshSecret(), call.actor.tenantNo),
      }),
    },
  }),
  serve('insurance', renewSecret, renew),
];
