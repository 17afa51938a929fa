import { refusal } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import { onApproval } from '../role/sys-approval.ts';
import { startArchive } from './archive.ts';
import { lockTenant, markClosed, raiseTenants } from './sys-tenant.ts';

/** Two people close a tenant: one asks, another one decides, and only then its sessions end. */
export function registerClosing(): void {
  onApproval('closeTenant', {
    title: ({ tenantNo, name }) => ({
      key: 'platform.sysTenant.closeTitle',
      args: { no: Number(tenantNo), name: String(name) },
    }),
    words: async (call, payload) => [
      { label: call.say('platform.sysTenant.tenantNo'), value: String(payload.tenantNo) },
      { label: call.say('platform.sysTenant.tenantName'), value: String(payload.name) },
      { label: call.say('platform.sysApproval.effect'), value: call.say('platform.tenantPages.closeHelp') },
    ],
    execute: async (call, payload) => {
      const tenant = await lockTenant(call.tx, Number(payload.tenantNo));
      if (tenant.status !== 'suspended' && tenant.status !== 'expired')
        throw refusal('tenant.notStopped', 'platform.sysTenant.notStopped');
      await markClosed(call.tx, tenant.tenantNo);
      await call.tx.query('select platform.door_end_tenant($1, $2)', [tenant.tenantNo, 'tenantClosed']);
      await raiseTenants(call.tx, { tenantNo: tenant.tenantNo });
      await recordTransition(call.tx, call.actor, {
        entity: 'platform.sysTenant',
        entityId: tenant.id,
        name: 'close',
        from: tenant.status,
        to: 'closed',
      });
      await audit(call.tx, call, {
        module: 'platform',
        entity: 'sysTenant',
        entityId: tenant.id,
        entityName: tenant.tenantName,
        action: 'transition',
        before: { status: tenant.status },
        after: { status: 'closed' },
      });
      await startArchive(call, tenant);
      return undefined;
    },
  });
}
