import { AppError, notFound } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { asAppError } from '#kit/server/http/failure.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { firstSlips, renewPassword, stopAccount } from '#modules/platform/server/index.ts';
import * as contract from '#modules/prevention/contract/settings/worker-account.ts';
import { openStaffAccount } from '#modules/registry/server/index.ts';

const userOf = (column: string) =>
  `(select ${column} from platform.sys_user u where u.tenant_no = t.tenant_no and (u.id = t.user_id or u.staff_id = t.id) order by (u.id = t.user_id) desc nulls last, u.id limit 1)`;

interface Worker {
  readonly id: number;
  readonly name: string;
  readonly userId: number | null;
}

/** Workers the caller sees, with their accounts; whoever is not at work, or in another job, is nobody here. */
async function workersOf(call: Call, staffIds: readonly number[]): Promise<Worker[]> {
  const rows = await call.tx.query<Worker>(
    `select t.id, t.name, ${userOf('u.id')} as "userId" from registry.staff t where t.id = any ($1) and t.job = 'preventionWorker' and t.status = 'active' order by t.id`,
    [staffIds],
  );
  if (rows.length < new Set(staffIds).size) throw notFound();
  return rows;
}

async function withAccount(call: Call, staffId: number): Promise<Worker & { userId: number }> {
  const [worker] = await workersOf(call, [staffId]);
  if (!worker?.userId) throw new AppError(409, 'prevention.workerAccount.none');
  // Nobody's hand is on the own account.
  if (worker.userId === call.actor.userId) throw new AppError(403, 'error.forbidden');
  return { ...worker, userId: worker.userId };
}

async function open(call: Call<typeof contract.openWorkerAccounts>) {
  const plain = call as unknown as Call;
  const failed: { staffId: number; name: string; msg: string }[] = [];
  const workers = await workersOf(plain, call.body.staffIds);
  for (const { id, name } of workers) {
    await call.tx.query('savepoint item');
    try {
      await openStaffAccount(call.tx, id, ['ant_worker']);
      await call.tx.query('release savepoint item');
    } catch (error) {
      await call.tx.query('rollback to savepoint item');
      const known = asAppError(error);
      if (!known) throw error;
      const [first] = known.errors ?? [];
      failed.push({ staffId: id, name, msg: call.say(first?.key ?? known.key, first?.args ?? known.args) });
    }
  }
  await audit(call.tx, plain, {
    module: 'prevention',
    entity: 'workerAccount',
    action: 'add',
    params: { staffIds: call.body.staffIds, failed: failed.length },
  });
  const opened = workers.length - failed.length;
  call.answer.msg = call.say('prevention.workerAccount.asked', { n: opened });
  return { opened, failed };
}

export const workerAccountRoutes = (): Route[] => [
  ...serveResource(contract.workerAccount)({
    table: 'registry.staff',
    listed: "t.job = 'preventionWorker' and t.status = 'active'",
    expressions: {
      hasAccount: `(${userOf('u.id')} is not null)`,
      username: userOf('u.username'),
      accountStatus: userOf('u.status'),
      slipDue: `coalesce(${userOf("u.status = 'active' and u.slip_taken_at is null and u.last_login_time is null")}, false)`,
      lastLoginTime: userOf('u.last_login_time'),
    },
  }),
  serve('prevention', contract.openWorkerAccounts, open),
  serve('prevention', contract.stopWorkerAccount, async (call) => {
    const plain = call as unknown as Call;
    const { userId, id, name } = await withAccount(plain, call.body.staffId);
    await inTenant(call.tx, call.actor.tenantNo, 'workerAccount', (tx) => stopAccount(tx, userId));
    await audit(call.tx, plain, {
      module: 'prevention',
      entity: 'workerAccount',
      entityId: id,
      entityName: name,
      action: 'edit',
      params: { what: 'disable', reason: call.body.reason },
    });
    call.answer.msg = call.say('ok.done');
    return null;
  }),
  // Passwords are never kept as the answer of a repeated call.
  {
    ...serve('prevention', contract.resetWorkerAccount, async (call) => {
      const plain = call as unknown as Call;
      const { userId } = await withAccount(plain, call.body.staffId);
      return renewPassword(plain, userId, call.body.reason);
    }),
    prepare: async () => null,
  },
  {
    ...serve('prevention', contract.workerSlips, async (call) => {
      const plain = call as unknown as Call;
      const workers = await workersOf(plain, call.body.staffIds);
      return firstSlips(
        plain,
        workers.flatMap((one) => one.userId ?? []),
      );
    }),
    prepare: async () => null,
  },
];
