import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { notify } from '#modules/platform/server/index.ts';
import { settingOf } from '../setting/ins-setting.ts';

interface Ending {
  readonly id: number;
  readonly docNo: string;
  readonly regionCode: number;
  readonly insurerId: number;
  readonly clerkId: number | null;
  readonly coordinatorUser: number | null;
  readonly days: number;
  readonly head: number;
  readonly holders: readonly number[];
}
/** R53: on each of the days that are set, clerk, coordinator and holders hear of it, as long as nobody renewed it. */
export async function warnEnding(tx: Tx): Promise<number> {
  const ending = await tx.query<Ending>(
    `select p.id, p.doc_no as "docNo", p.region_code as "regionCode", p.insurer_id as "insurerId",
       p.clerk_user_id as "clerkId",
       (select s.user_id from insurance.staff_seen s where s.id = p.coordinator_id) as "coordinatorUser",
       p.cover_to - $1::date as days, p.head,
       array(select c.principal_id from insurance.ins_policy_party c where c.tenant_no = p.tenant_no
         and c.policy_id = p.id) as holders
     from insurance.ins_policy p where p.tenant_no = kit.tenant() and p.status = 'effective'
       and p.cover_to - $1::date between 0 and 90 and p.renewed_by_id is null and p.no_renewal_reason is null
     order by p.id`,
    [today()],
  );
  let told = 0;
  for (const one of ending) {
    const days = (await settingOf(tx, 'warn.days', one.regionCode, one.insurerId)).split(',').map(Number);
    if (!days.includes(one.days)) continue;
    const words = {
      type: 'reminder',
      title: { key: 'insurance.told.ending', args: { docNo: one.docNo, n: one.days } },
      content: { key: 'insurance.told.endingText', args: { docNo: one.docNo, n: one.days, head: one.head } },
    } as const;
    const workers = [one.clerkId, one.coordinatorUser].flatMap((id) => id ?? []);
    if (workers.length > 0)
      await notify(tx, { ...words, userIds: workers, linkPath: `/insuranceMgt/policyDetail?id=${one.id}` });
    await notify(tx, { ...words, audience: { principalIds: one.holders }, linkPath: '/insuranceMgt/workbench' });
    told += 1;
  }
  return told;
}
