import { notFound } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { fileName, xlsxType } from '#kit/server/sheets/sheet-columns.ts';
import { writeWorkbook } from '#kit/server/sheets/write-workbook.ts';
import * as contract from '#modules/platform/contract/account/sys-user.ts';
import { directory } from '../../account/directory.ts';
import { setSlipPasswords, takeSlips } from '../../account/sys-user.ts';
import { freshSlip, initialHours, validUntil } from './initial-password.ts';

/**
 * The passwords are made when the slips are taken and are nowhere before: no table ever holds one in clear. Each account's slip is given
 * once, to whoever imported it.
 */
async function slipsOf(call: Call<typeof contract.passwordSlips>) {
  const { jobId, format } = call.body;
  const due = await takeSlips(call.tx, jobId, call.actor.userId, directory().nameSql);
  if (due.length === 0) throw notFound();
  const fresh = await Promise.all(due.map(freshSlip));
  await setSlipPasswords(
    call.tx,
    due.map((one, at) => ({ id: one.id, hash: fresh[at]?.hash ?? '' })),
    await initialHours(call as unknown as Call),
  );
  await audit(call.tx, call as unknown as Call, {
    module: 'platform',
    entity: 'sysUser',
    action: 'print',
    params: { jobId, format, accounts: due.length },
  });
  const until = await validUntil(call as unknown as Call);
  const slips = due
    .map((one, at) => ({
      realName: one.realName,
      organizationName: one.organizationName,
      username: one.username,
      password: fresh[at]?.password ?? '',
      validUntil: until,
      portal: '/#/allLogin',
    }))
    .sort((a, b) => a.username.localeCompare(b.username));
  if (format === 'xlsx') {
    const text = (key: string) => ({ header: call.say(key), kind: 'text' as const, width: 24 });
    const name = call.say('platform.userImport.slips');
    const stream = writeWorkbook([
      {
        name,
        columns: [
          text('platform.sysUser.realName'),
          text('platform.sysUser.organizationName'),
          text('platform.sysUser.username'),
          text('platform.sysUser.initialPassword'),
          text('platform.sysUser.initialValidUntil'),
        ],
        rows: [slips.map((one) => [one.realName, one.organizationName, one.username, one.password, one.validUntil])],
      },
    ]);
    (call.answer as { file?: unknown }).file = { stream, type: xlsxType, name: fileName(name) };
  }
  return slips;
}

export const slipRoutes = (): Route[] => [
  {
    ...serve('platform', contract.passwordSlips, slipsOf),
    // Passwords are never kept as the answer of a repeated call.
    prepare: async () => null,
  },
  serve('platform', contract.slipImports, async (call) => {
    const [rows] = await call.database.read<
      [{ jobId: number; createdAt: string; accounts: number; pending: number; ready: number; taken: number }]
    >(call.actor.scope, {
      text: `select import_job_id as "jobId", min(created_at) as "createdAt", count(*)::int as accounts, count(*) filter (where status = 'pending')::int as pending,
               count(*) filter (where status = 'active' and slip_taken_at is null)::int as ready, count(slip_taken_at)::int as taken
             from platform.sys_user where import_job_id is not null and created_by = $1 group by 1 order by 1 desc limit 20`,
      values: [call.actor.userId],
    });
    return rows;
  }),
];
