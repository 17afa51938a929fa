import { forbidden } from '#kit/contract/errors.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insPhrase } from '#modules/insurance/contract/setting/setting.ts';

/** The tenant's for all, an insurer's for its people, one's own for oneself. */
const mine = `(t.owner = 'tenant' or (t.owner = 'insurer' and t.principal_id = any (insurance.my_units()))
  or (t.owner = 'self' and t.user_id = nullif(current_setting('app.user', true), '')::bigint))`;

async function mustBeMine(call: Call, id: number): Promise<void> {
  const [row] = await call.tx.query(`select 1 from insurance.ins_phrase t where t.id = $1 and ${mine}`, [id]);
  if (!row) throw forbidden();
}

export const phraseRoutes = (): Route[] =>
  serveResource(insPhrase)({
    expressions: { isMine: mine },
    listed: mine,
    before: {
      add: async (call) => ({ principalId: call.actor.principalId ?? 0, userId: call.actor.userId }),
      edit: async (call, _values, row) => {
        await mustBeMine(call, row.id);
        return undefined;
      },
      remove: (call, row) => mustBeMine(call, row.id),
      transition: async (call, _move, row) => {
        await mustBeMine(call, row.id);
        return undefined;
      },
    },
  });
