import { audit } from '#kit/server/audit/audit.ts';
import type { Call } from '#kit/server/http/call.ts';
import { findRow, moveRow } from '#kit/server/resource/write.ts';
import { sysUser } from '#modules/platform/contract/account/sys-user.ts';
import { raisePermVersion } from '../account/sys-user.ts';
import { setRegions } from '../account/sys-user-jurisdiction.ts';
import { setRoles } from '../account/sys-user-role.ts';
import { finishAuthorise } from '../account/user-grants.ts';
import { refuseClash, refuseLast, rolesOf } from '../account/user-rules.ts';
import { resetTo } from '../account/users.ts';
import type { SessionAuthenticator } from '../auth/authenticator.ts';
import { givenIn, takeReady, validUntil } from '../auth/password/initial-password.ts';
import { forgetMfa } from '../auth/second-factor/second-factor.ts';
import { regionName } from '../reference/region/regions.ts';
import { closeTask } from '../task/tasks.ts';
import { addAsAgreed, isOfTenant, resetAsAgreed, tenantWords } from '../tenant/administrators.ts';
import { type Line, onApproval, type Payload } from './sys-approval.ts';

interface Grant {
  userId: number;
  username: string;
  realName: string;
  organizationName: string | null;
  roleIds: number[];
  regionCodes: number[];
  validUntil: string | null;
  /** The account waits and comes into use with the decision. */
  authorise: boolean;
}

const person = (call: Call, payload: Payload): Line[] => [
  { label: call.say('platform.sysUser.username'), value: String(payload.username) },
  { label: call.say('platform.sysUser.realName'), value: String(payload.realName) },
  { label: call.say('platform.sysUser.organizationName'), value: String(payload.organizationName ?? '-') },
];

/** Administrators are made and reset by two people. */
export function registerAdministratorApprovals(authenticator: SessionAuthenticator): void {
  onApproval('resetAdmin', {
    title: ({ username, what }) => ({
      key: what === 'secondFactor' ? 'platform.sysApproval.titleFactor' : 'platform.sysApproval.titleReset',
      args: { name: String(username) },
    }),
    words: async (call, payload) =>
      isOfTenant(payload)
        ? tenantWords(call, payload, 'effectReset')
        : [
            ...person(call, payload),
            {
              label: call.say('platform.sysApproval.effect'),
              value: call.say(
                `platform.sysApproval.${payload.what === 'secondFactor' ? 'effectFactor' : 'effectReset'}`,
              ),
            },
          ],
    execute: async (call, payload) => {
      if (isOfTenant(payload)) return resetAsAgreed(call, authenticator, payload);
      const row = await findRow(call, sysUser, Number(payload.userId), true);
      if (payload.what === 'secondFactor') {
        await forgetMfa(call.tx, { userId: row.id, tenantNo: call.actor.tenantNo });
        return undefined;
      }
      const fresh = takeReady(call, row.id);
      if (!fresh) throw new Error('no password lies ready');
      await resetTo(
        call,
        authenticator,
        row,
        fresh.hash,
        call.say('platform.sysApproval.titleReset', { name: row.username }),
      );
      return { initialPassword: fresh.password, validUntil: await validUntil(call), username: row.username };
    },
  });
  onApproval('grantAdmin', {
    title: ({ username }) => ({ key: 'platform.sysApproval.titleGrant', args: { name: String(username) } }),
    words: async (call, payload) => {
      if (isOfTenant(payload)) return tenantWords(call, payload, 'effectAuthorise');
      const { roleIds, regionCodes, authorise } = payload as unknown as Grant;
      const [rows] = await call.database.read<[{ name: string }]>(call.actor.scope, {
        text: `select case $2 when 'en' then coalesce(role_name_en, role_name) when 'zh_TW' then coalesce(role_name_tw, role_name) else role_name end as name
               from platform.sys_role where id = any ($1::bigint[]) order by order_num`,
        values: [roleIds, call.language],
      });
      const and = call.language === 'en' ? ', ' : '\u3001';
      return [
        ...person(call, payload),
        { label: call.say('platform.sysUser.roles'), value: rows.map((row) => row.name).join(and) },
        {
          label: call.say('platform.sysUser.regionCodes'),
          value: regionCodes.map((code) => regionName(code)).join(and) || call.say('platform.sysUser.unitsRegions'),
        },
        {
          label: call.say('platform.sysApproval.effect'),
          value: call.say(authorise ? 'platform.sysApproval.effectAuthorise' : 'platform.sysApproval.effectGrant'),
        },
      ];
    },
    execute: async (call, payload) =>
      isOfTenant(payload) ? addAsAgreed(call, payload) : giveRoles(call, payload as unknown as Grant),
  });
}

async function giveRoles(call: Call, given: Grant): Promise<Record<string, string> | undefined> {
  const row = await findRow(call, sysUser, given.userId, true);
  const roles = await rolesOf(call.tx, given.roleIds);
  await refuseClash(call.tx, roles);
  const { regionCodes } = given;
  if (given.authorise) {
    await moveRow(call, sysUser, { id: row.id, version: row.version, name: 'authorise' }, async () => ({
      roleIds: given.roleIds,
      regionCodes,
    }));
    const [account] = await call.tx.query<{ import_job_id: number | null }>(
      'select import_job_id from platform.sys_user where id = $1',
      [row.id],
    );
    await finishAuthorise(
      call,
      row.id,
      { roles, regionCodes, validUntil: given.validUntil },
      account?.import_job_id ?? null,
    );
    await closeTask(call.tx, 'platform.sysUser', row.id);
    const [made] = givenIn(call);
    return made && { initialPassword: made.password, validUntil: await validUntil(call), username: row.username };
  }
  await refuseLast(
    call.tx,
    row.id,
    roles.map((role) => role.code),
  );
  await setRoles(call.tx, row.id, given.roleIds, given.validUntil);
  await setRegions(call.tx, row.id, regionCodes);
  await raisePermVersion(call.tx, { userIds: [row.id] });
  await audit(call.tx, call, {
    module: 'platform',
    entity: 'sysUser',
    entityId: row.id,
    entityName: row.username,
    action: 'grant',
    before: { roleIds: row.roleIds, regionCodes: row.regionCodes },
    after: { roleIds: given.roleIds, regionCodes },
  });
  return undefined;
}
