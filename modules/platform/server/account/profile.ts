import { invalid } from '#kit/contract/errors.ts';
import { isMask } from '#kit/contract/pii.ts';
import { paged } from '#kit/server/db/paged.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/account/profile.ts';
import type { SessionAuthenticator } from '../auth/authenticator.ts';
import { browserOf } from '../auth/login/browser.ts';
import { findAccounts } from '../auth/login/door.ts';
import { confirmPassword } from '../auth/login/login.ts';
import { portalTitles } from '../auth/login/sys-portal.ts';
import { policyOf } from '../auth/password/password.ts';
import { isMfaRequired } from '../auth/session/open-session.ts';
import { linkTo } from '../file/file-links.ts';
import { avatarKind } from '../file/files.ts';
import { dictRow, labelOf } from '../reference/dictionaries.ts';
import { saveAvatar, saveProfile, saveReminders } from './sys-user.ts';
import { userInfo } from './user-info.ts';

async function updateInfo(call: Call<typeof contract.updateProfileInfo>, authenticator: SessionAuthenticator) {
  const { nickname, phone, sex, email, password } = call.body;
  const { userId, tenantNo } = call.actor;
  // A mask stands for the number that is stored already.
  const changes = phone !== undefined && phone !== null && !isMask(phone);
  const [own] = await call.tx.query<{ phone_mask: string | null }>(
    'select phone_mask from platform.sys_user where id = $1',
    [userId],
  );
  const isNew = changes && (phone !== '' || own?.phone_mask !== null);
  if (isNew) {
    if (!password) throw invalid([{ field: 'password', key: 'platform.profile.passwordAgain' }]);
    await confirmPassword(call, password);
  }
  await saveProfile(call.tx, userId, tenantNo, {
    nickname,
    sex: sex ?? null,
    email: email || null,
    ...(isNew && { phone: phone || null }),
  });
  call.tx.afterCommit(() => authenticator.forget(userId));
  call.answer.msg = call.say('ok.saved');
  return { ...(await userInfo(call, call.tx)), nickname };
}

async function security(call: Call<typeof contract.mySecurity>) {
  const { userId, tenantNo, username, scope } = call.actor;
  const [own, codes] = await call.database.read<
    [{ password_changed_at: string | null; mfa_enabled_at: string | null }, { n: number }]
  >(
    scope,
    { text: 'select password_changed_at, mfa_enabled_at from platform.sys_user where id = $1', values: [userId] },
    {
      text: 'select count(*)::int as n from platform.sys_user_recovery_code where user_id = $1 and used_at is null',
      values: [userId],
    },
  );
  const { maxAgeDays } = await policyOf(call.database, tenantNo);
  const changedAt = own[0]?.password_changed_at ?? null;
  const age = (Date.now() - Date.parse(changedAt ?? '')) / 86_400_000;
  const [account] = await findAccounts(call, username);
  return {
    passwordChangedAt: changedAt,
    passwordDaysLeft: Number.isNaN(age) ? maxAgeDays : Math.max(0, Math.ceil(maxAgeDays - age)),
    mfaEnabledAt: own[0]?.mfa_enabled_at ?? null,
    mfaRequired: account ? await isMfaRequired(call, account) : false,
    recoveryCodesLeft: codes[0]?.n ?? 0,
  };
}

async function logins(call: Call<typeof contract.myLogins>) {
  const { userId, username, tenantNo, scope } = call.actor;
  const where = `user_id = $1 and lower(username) = lower($2) and happened_at > now() - interval '90 days'`;
  const [rows, counted] = await call.database.read<
    [
      { id: number; happened_at: string; result: string; portal_id: string | null; ip: string; user_agent: string },
      { n: number },
    ]
  >(
    scope,
    paged(
      {
        text: `select id, happened_at, result, portal_id, ip, user_agent from platform.sys_login_log where ${where}
               order by happened_at desc`,
        values: [userId, username],
      },
      call.query,
    ),
    { text: `select count(*)::int as n from platform.sys_login_log where ${where}`, values: [userId, username] },
  );
  call.answer.total = counted[0]?.n ?? 0;
  const titles = await portalTitles(call.database, call.language);
  return rows.map(({ id, happened_at, result, portal_id, ip, user_agent }) => {
    const label = dictRow('login_result', result, tenantNo);
    return {
      id,
      happenedAt: happened_at,
      result,
      resultName: label ? labelOf(label, call.language) : result,
      portalTitle: titles.get(portal_id ?? '') ?? null,
      ip,
      ...browserOf(user_agent ?? ''),
    };
  });
}

export const profileRoutes = (authenticator: SessionAuthenticator): Route[] => [
  serve('platform', contract.updateProfileInfo, (call) => updateInfo(call, authenticator)),
  serve('platform', contract.updateProfileUserHead, async (call) => {
    const { fileId } = call.body;
    await linkFiles(call.tx, [fileId], avatarKind, call.actor.userId);
    await saveAvatar(call.tx, call.actor.userId, fileId);
    return { avatar: linkTo(call.actor, fileId) };
  }),
  serve('platform', contract.updateReminders, async (call) => {
    await saveReminders(call.tx, call.actor.userId, call.body);
    call.answer.msg = call.say('ok.saved');
    return call.body;
  }),
  serve('platform', contract.mySecurity, security),
  serve('platform', contract.myLogins, logins),
];
