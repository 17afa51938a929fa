import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import { maskOf } from '#kit/contract/pii.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { seal, unseal } from '#kit/server/pii/pii.ts';
import * as contract from '#modules/platform/contract/tenant/sys-tenant.ts';
import { insertAccount, setInitialPassword } from '../account/sys-user.ts';
import { giveRole } from '../account/sys-user-role.ts';
import type { SessionAuthenticator } from '../auth/authenticator.ts';
import { initialHours, takeReady, validUntil } from '../auth/password/initial-password.ts';
import { notify } from '../notice/notify.ts';
import { type Line, type Payload, requestApproval } from '../role/sys-approval.ts';
import { holdersOf } from './holders.ts';
import { refuseOverQuota } from './quota.ts';
import { lockTenant } from './sys-tenant.ts';

/** R93: what the operator may do to a tenant's people, and only after tenant 0's security administrator agreed. */
interface OfTenant {
  readonly tenantNo: number;
  readonly tenantName: string;
  readonly roleCode: string;
  readonly username: string;
  readonly realName: string;
}
interface New extends OfTenant {
  /** Sealed: a question that waits for three days is no place for a number in clear. */
  readonly phone: string;
  readonly phoneMask: string;
}
interface Reset extends OfTenant {
  readonly userId: number;
}

export const isOfTenant = (payload: Payload): boolean => typeof payload.tenantNo === 'number';

async function openTenant(tx: Tx, tenantNo: number) {
  const tenant = await lockTenant(tx, tenantNo);
  if (tenant.status === 'closed') throw refusal('tenant.closed', 'platform.sysTenant.isClosed');
  return tenant;
}

async function refuseTaken(tx: Tx, username: string): Promise<void> {
  const taken = await tx.query('select 1 where platform.username_taken($1)', [username]);
  const asked = await tx.query(
    `select 1 from platform.sys_approval where status = 'pending' and expires_at > now() and kind = 'grantAdmin' and lower(payload ->> 'username') = lower($1)`,
    [username],
  );
  if (taken.length + asked.length > 0) throw invalid([{ field: 'username', key: 'platform.sysTenant.usernameTaken' }]);
}

async function administratorOf(
  tx: Tx,
  tenantNo: number,
  userId: number,
): Promise<Omit<Reset, 'tenantNo' | 'tenantName'>> {
  const [row] = await tx.query<Omit<Reset, 'tenantNo' | 'tenantName'>>(
    `select u.id as "userId", u.username, u.real_name as "realName", r.role_code as "roleCode" from platform.sys_user u
       join platform.sys_user_role ur on ur.tenant_no = u.tenant_no and ur.user_id = u.id join platform.sys_role r on r.id = ur.role_id
     where u.id = $1 and u.tenant_no = $2 and u.status = 'active' and r.role_code = any ($3) limit 1`,
    [userId, tenantNo, contract.administratorRoles],
  );
  if (!row) throw notFound();
  return row;
}

export const administratorRoutes = (): Route[] => [
  serve('platform', contract.addAdministrator, async (call) => {
    const { reason, phone, ...given } = call.body;
    const { tenantName } = await openTenant(call.tx, given.tenantNo);
    await refuseTaken(call.tx, given.username);
    const payload: New = {
      ...given,
      tenantName,
      phone: seal(phone, given.tenantNo),
      phoneMask: maskOf('phone', phone),
    };
    call.answer.msg = call.say('platform.sysApproval.asked');
    return { approvalId: await requestApproval(call.tx, 'grantAdmin', payload as unknown as Payload, reason) };
  }),
  serve('platform', contract.resetAdministrator, async (call) => {
    const { tenantNo, userId, reason } = call.body;
    const { tenantName } = await openTenant(call.tx, tenantNo);
    const person = await inTenant(call.tx, tenantNo, 'administrator', (tx) => administratorOf(tx, tenantNo, userId));
    const payload: Reset = { tenantNo, tenantName, ...person };
    call.answer.msg = call.say('platform.sysApproval.asked');
    return { approvalId: await requestApproval(call.tx, 'resetAdmin', payload as unknown as Payload, reason) };
  }),
];

export const tenantWords = (call: Call, payload: Payload, effect: string): Line[] => {
  const { tenantNo, tenantName, roleCode, username, realName, phoneMask } = payload as unknown as New;
  return [
    { label: call.say('platform.sysTenant.tenantName'), value: `${tenantNo} ${tenantName}` },
    { label: call.say('platform.sysUser.roles'), value: call.say(`platform.wizard.${roleCode}`) },
    { label: call.say('platform.sysUser.username'), value: username },
    { label: call.say('platform.sysUser.realName'), value: realName },
    ...(phoneMask ? [{ label: call.say('platform.sysUser.phone'), value: phoneMask }] : []),
    { label: call.say('platform.sysApproval.effect'), value: call.say(`platform.sysApproval.${effect}`) },
  ];
};

/** The tenant's own administrators hear of it: nobody comes among them unseen. */
async function tell(tx: Tx, what: 'Added' | 'Reset', args: Record<string, string>): Promise<void> {
  await notify(tx, {
    userIds: await holdersOf(tx, contract.administratorRoles),
    type: 'system',
    level: 'important',
    title: { key: `platform.tenantNotice.administrator${what}`, args },
    content: { key: `platform.tenantNotice.administrator${what}Text`, args },
  });
}

function ready(call: Call) {
  const fresh = takeReady(call, null);
  if (!fresh) throw new Error('no password lies ready');
  return fresh;
}

async function log(call: Call, given: OfTenant, userId: number, action: 'add' | 'edit'): Promise<void> {
  const { tenantNo, roleCode, username } = given;
  await audit(call.tx, call, {
    module: 'platform',
    entity: 'sysUser',
    entityId: userId,
    entityName: username,
    action,
    params: { tenantNo, roleCode, what: action === 'add' ? 'administrator' : 'resetPassword' },
  });
}

export async function addAsAgreed(call: Call, payload: Payload): Promise<Record<string, string>> {
  const given = payload as unknown as New;
  const { tenantNo, username, realName, roleCode } = given;
  await openTenant(call.tx, tenantNo);
  const taken = await call.tx.query('select 1 where platform.username_taken($1)', [username]);
  if (taken.length > 0) throw refusal('username.taken', 'platform.sysTenant.usernameTaken');
  const [root] = await call.tx.query<{ id: number | null }>(
    'select root_principal_id as id from platform.sys_tenant where tenant_no = $1',
    [tenantNo],
  );
  const fresh = ready(call);
  const hours = await initialHours(call, tenantNo);
  const id = await inTenant(call.tx, tenantNo, 'administrator', async (tx) => {
    await refuseOverQuota(tx, 'users');
    const phone = unseal(given.phone, tenantNo);
    const account = { username, realName, phone, principalId: root?.id ?? 0 };
    const made = await insertAccount(tx, { ...account, passwordHash: fresh.hash, initialHours: hours });
    await giveRole(tx, made, roleCode);
    await tell(tx, 'Added', { name: username });
    return made;
  });
  await log(call, given, id, 'add');
  return { initialPassword: fresh.password, validUntil: await validUntil(call, tenantNo), username };
}

export async function resetAsAgreed(
  call: Call,
  authenticator: SessionAuthenticator,
  payload: Payload,
): Promise<Record<string, string>> {
  const given = payload as unknown as Reset;
  const { tenantNo, userId, username } = given;
  await openTenant(call.tx, tenantNo);
  const fresh = ready(call);
  const hours = await initialHours(call, tenantNo);
  await inTenant(call.tx, tenantNo, 'administrator', async (tx) => {
    await administratorOf(tx, tenantNo, userId);
    await setInitialPassword(tx, userId, fresh.hash, hours);
    await tx.query('select platform.door_end_all($1, $2)', [userId, 'passwordChanged']);
    await tell(tx, 'Reset', { name: username });
  });
  call.tx.afterCommit(() => authenticator.forget(userId));
  await log(call, given, userId, 'edit');
  return { initialPassword: fresh.password, validUntil: await validUntil(call, tenantNo), username };
}
