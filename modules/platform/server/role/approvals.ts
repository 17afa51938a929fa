import { AppError, refusal } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { asAppError } from '#kit/server/http/failure.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import * as contract from '#modules/platform/contract/role/sys-approval.ts';
import { freshPassword, layReady } from '../auth/password/initial-password.ts';
import { read, type Texts } from '../common/localized-text.ts';
import { closeApproval, lockApproval, type Pending, readApproval, whyNot, workOf } from './sys-approval.ts';

/** Titles are kept as keys, so that everybody reads them in their own language. */
const speaking = (route: Route): Route => ({
  ...route,
  handle: async (call, prepared) => {
    const answer = await route.handle(call, prepared);
    const say = (row: Record<string, unknown>) => ({
      ...row,
      texts: undefined,
      title: read(row.texts as Texts, 'title', String(row.title), call.say),
    });
    return Array.isArray(answer) ? answer.map(say) : say(answer as Record<string, unknown>);
  },
});

export const approvalRoutes = (): Route[] => [
  ...serveResource(contract.sysApproval)().map(speaking),
  serve('platform', contract.approvalWords, async (call) => {
    const row = await readApproval(call, call.params.id);
    const lines = (await workOf(row.kind)?.words(call as unknown as Call, row.payload)) ?? [];
    const reason = call.actor.actions.has('sys:approval:decide') ? whyNot(row, call.actor) : 'error.forbidden';
    return { lines, mayDecide: reason === null, whyNot: reason && call.say(reason) };
  }),
  {
    ...serve('platform', contract.decideApproval, async (call) => {
      const { id, version, decision, opinion } = call.body;
      const row = await lockApproval(call.tx, id, version);
      const reason = whyNot(row, call.actor);
      if (reason === 'platform.sysApproval.over') throw new AppError(409, reason);
      if (reason) throw refusal('approval.notYours', reason);
      const plain = call as unknown as Call;
      const done = decision === 'reject' ? { status: 'rejected' as const } : await carryOut(plain, row);
      await closeApproval(call.tx, row, call.actor, done.status, opinion || null);
      await audit(call.tx, plain, {
        module: 'platform',
        entity: 'sysApproval',
        entityId: id,
        entityName: row.title,
        action: 'approve',
        params: { kind: row.kind, decision, opinion },
        before: { status: 'pending' },
        after: { status: done.status },
      });
      call.answer.msg = 'msg' in done && done.msg ? done.msg : call.say('ok.done');
      return { status: done.status, ...('extra' in done ? done.extra : {}) };
    }),
    // A password may come of it, which is never kept for a repetition.
    prepare: async (call: Call) => layReady(call, [await freshPassword()]),
  },
];

/** What can no longer be done is told as failed; the decision itself stands. */
async function carryOut(
  call: Call,
  row: Pending,
): Promise<{ status: 'executed' | 'failed'; extra?: Record<string, string>; msg?: string }> {
  const work = workOf(row.kind);
  if (!work) return { status: 'failed' };
  await call.tx.query('savepoint approved');
  try {
    const extra = (await work.execute(call, row.payload)) ?? {};
    await call.tx.query('release savepoint approved');
    return { status: 'executed', extra };
  } catch (error) {
    const known = asAppError(error);
    if (!known) throw error;
    await call.tx.query('rollback to savepoint approved');
    return { status: 'failed', msg: call.say(known.key, known.args) };
  }
}
