import { type FieldError, invalid } from '#kit/contract/errors.ts';
import { levelOf } from '#kit/contract/region.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, servePrepared } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/tenant/sys-tenant.ts';
import { directory } from '../account/directory.ts';
import { insertAccount } from '../account/sys-user.ts';
import { giveRole } from '../account/sys-user-role.ts';
import { insertPortal } from '../auth/login/sys-portal.ts';
import { type Fresh, freshPassword, initialHours, validUntil } from '../auth/password/initial-password.ts';
import { startTenant } from '../common/tenant-start.ts';
import { referenceChanged } from '../reference/reference-changed.ts';
import { regionName } from '../reference/region/regions.ts';
import { insertTenant, setRootPrincipal } from './sys-tenant.ts';
import { checkConfigs, writeConfig } from './sys-tenant-config.ts';

type Input = contract.OpenTenantInput;

/** What the wizard asks of the database before it promises anything. */
async function check(tx: Tx, input: Input): Promise<void> {
  const faults: FieldError[] = [];
  if (input.expireOn <= input.startOn) faults.push({ field: 'expireOn', key: 'platform.sysTenant.endsBeforeStart' });
  if (regionName(input.regionCode) === null) faults.push({ field: 'regionCode', key: 'error.field.region' });
  // A tenant is a province, a prefecture or a county: its offices and stations stand below it.
  else if (levelOf(input.regionCode) > 3) faults.push({ field: 'regionCode', key: 'platform.sysTenant.areaTooSmall' });
  const [facts] = await tx.query<{ no: boolean; portal: boolean; sold: boolean }>(
    `select exists (select 1 from platform.sys_tenant where tenant_no = $1) as no,
       exists (select 1 from platform.sys_portal where portal_id = $2 or route = $3) as portal,
       exists (select 1 from platform.sys_tenant_package where id = $4 and status = 'onSale') as sold`,
    [input.tenantNo, input.portal.portalId, routeOf(input), input.packageId],
  );
  if (facts?.no) faults.push({ field: 'tenantNo', key: 'error.duplicate' });
  if (facts?.portal) faults.push({ field: 'portal.portalId', key: 'error.duplicate' });
  if (!facts?.sold) faults.push({ field: 'packageId', key: 'platform.sysTenant.notOnSale' });
  for (const [index, { username }] of input.administrators.entries()) {
    const taken = await tx.query('select 1 where platform.username_taken($1)', [username]);
    const twice = input.administrators.findIndex((one) => one.username.toLowerCase() === username.toLowerCase());
    if (taken.length > 0 || twice !== index)
      faults.push({ field: `administrators.${index}.username`, key: 'platform.sysTenant.usernameTaken' });
  }
  if (faults.length > 0) throw invalid(faults);
  checkConfigs(input.config ?? {});
}

const routeOf = ({ portal }: Input) => `/${portal.portalId}Login`;

/** R94: everything in the caller's transaction, so that a failure anywhere leaves nothing anywhere. */
export async function openTenant(tx: Tx, input: Input, hashes: readonly string[], hours: number): Promise<number> {
  await insertTenant(tx, input);
  await insertPortal(tx, {
    portalId: input.portal.portalId,
    route: routeOf(input),
    title: input.portal.title,
    titleEn: input.portal.titleEn ?? null,
    tenantNo: input.tenantNo,
  });
  const rootId = await inTenant(tx, input.tenantNo, 'openTenant', async (inside) => {
    const principalId = await directory().createRoot(inside, {
      name: input.tenantName,
      regionCode: input.regionCode,
      contactName: input.contactName,
      contactPhone: input.contactPhone,
    });
    for (const [index, { username, realName, phone }] of input.administrators.entries()) {
      const userId = await insertAccount(inside, {
        username,
        realName,
        phone,
        principalId,
        passwordHash: hashes[index] ?? '',
        initialHours: hours,
      });
      // The template roles are common rows: every tenant has them from its first moment.
      await giveRole(inside, userId, contract.administratorRoles[index] ?? '');
    }
    for (const [code, value] of Object.entries({
      sys_title: input.portal.title,
      sys_title_en: input.portal.titleEn ?? null,
      ...input.config,
    }))
      await writeConfig(inside, 0, code, value);
    await startTenant(inside);
    return principalId;
  });
  await setRootPrincipal(tx, input.tenantNo, rootId);
  return rootId;
}

async function handle(call: Call<typeof contract.openTenant>, fresh: readonly Fresh[]) {
  const input = call.body;
  await check(call.tx, input);
  const portalRoute = routeOf(input);
  if (input.dryRun) {
    call.audited = true;
    return { tenantNo: input.tenantNo, rootPrincipalId: null, passwords: [], validUntil: null, portalRoute };
  }
  const rootPrincipalId = await openTenant(
    call.tx,
    input,
    fresh.map((one) => one.hash),
    // A tenant that is only being opened has said nothing of its own.
    await initialHours(call as unknown as Call, 0),
  );
  // The directory of regions knows where each tenant works.
  await referenceChanged(call.tx, call.database, 'regions');
  await audit(call.tx, call as unknown as Call, {
    module: 'platform',
    entity: 'sysTenant',
    entityId: input.tenantNo,
    entityName: input.tenantName,
    action: 'add',
    after: { ...input, rootPrincipalId },
  });
  call.answer.msg = call.say('ok.saved');
  return {
    tenantNo: input.tenantNo,
    rootPrincipalId,
    passwords: input.administrators.map(({ username }, index) => ({
      username,
      roleCode: contract.administratorRoles[index] ?? '',
      password: fresh[index]?.password ?? '',
    })),
    validUntil: await validUntil(call as unknown as Call, 0),
    portalRoute,
  };
}

/** Passwords are made before the transaction is opened, and never kept for a repetition. */
export const openTenantRoutes = (): Route[] => [
  servePrepared(
    'platform',
    contract.openTenant,
    async (call): Promise<Fresh[]> =>
      call.body.dryRun ? [] : Promise.all(contract.administratorRoles.map(() => freshPassword())),
    handle,
  ),
];
