import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { registerDue, setDue } from '#kit/server/due/due.ts';
import { today } from '#kit/server/today.ts';
import { bankAlarmKinds } from '#modules/bank/contract/watch/alarm-kinds.ts';
import { onClaim, onClaimPaid, onCoverEnded } from '#modules/insurance/server/index.ts';
import { notify, type OpenAlarm, onAlarm, registerAlarmKinds } from '#modules/platform/server/index.ts';
import { onInvestigation } from '#modules/prevention/server/index.ts';
import { billSteps, registerLeaseCalc } from '../lease/lease-bill.ts';
import { alone, type Night, takeSteps } from '../night.ts';
import { looks, zones } from './conditions.ts';
import { adjustInterest, coverEnded, readAllCovers } from './covers.ts';
import { followClaim, takeClaimMoney } from './pledge-claim.ts';

const zonesDue = 'bank.zones';
const deviceKinds = ['strapOff', 'notSeen', 'fenceLeave', 'batchLeave', 'transport'] as const;

/** R41: whoever manages the client hears of it at once, beside the receivers of the bank. */
async function tellManager(tx: Tx, alarm: OpenAlarm & { readonly id: number }): Promise<void> {
  if (!alarm.bankId) return;
  await inTenant(tx, tx.scope.tenantNo, 'bank.deviceAlarm', async (sys) => {
    const [client] = await sys.query<{ managerId: number; name: string }>(
      `select manager_user_id as "managerId", client_name as name from bank.bank_client
       where tenant_no = kit.tenant() and bank_id = $1 and principal_id = $2`,
      [alarm.bankId, alarm.principalId],
    );
    if (!client) return;
    await notify(sys, {
      type: 'reminder',
      title: { key: 'bank.told.deviceAlarm', args: { client: client.name, subject: alarm.subject.name ?? '' } },
      content: '',
      userIds: [client.managerId],
      linkPath: `/bank/alarms?kind=${alarm.kind}`,
      ...(alarm.animalId && alarm.subject.name && { animalNumber: alarm.subject.name }),
    });
  });
}

export function startWatch(): void {
  registerAlarmKinds('bank', bankAlarmKinds);
  registerLeaseCalc();
  onClaim.register('bank', followClaim);
  onClaimPaid.register('bank', (tx, news) =>
    inTenant(tx, tx.scope.tenantNo, 'bank.claimPaid', (sys) => takeClaimMoney(sys, news)),
  );
  onCoverEnded.register('bank', coverEnded);
  // Every site is asked, so it is done after the county's step, not in it.
  registerDue(zonesDue, (tx) => zones(tx));
  onInvestigation.register('bank', (tx) => setDue(tx, zonesDue, 'all', new Date()));
  for (const kind of deviceKinds) onAlarm(kind, tellManager);
}

/** R44: before the night's values are computed, which cut what is not insured. */
export const coverNight = (night: Night): Promise<void> =>
  takeSteps(night, [readAllCovers, ...(today().endsWith('-01') ? [adjustInterest] : [])]);
/** After sightings, values and money of the night are written. */
export const watchNight = (night: Night): Promise<void> => takeSteps(night, [...looks, ...billSteps].map(alone));
