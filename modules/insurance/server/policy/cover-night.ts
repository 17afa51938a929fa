import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { addDays } from '#modules/insurance/contract/product/days.ts';
import { closeAlarm, openAlarm } from '#modules/platform/server/index.ts';
import { numberOf } from '../setting/ins-setting.ts';
import { cutSlots } from './ins-cover-slot.ts';
import { setUnclaimed } from './ins-policy-animal.ts';

interface Difference {
  readonly policyId: number;
  readonly docNo: string;
  readonly regionCode: number;
  readonly insurerId: number;
  readonly flags: number;
  readonly slots: number;
}
/** R52: flag, slot and row say the same of every animal, or somebody hears of the policy in which they do not. */
export async function compareCovers(tx: Tx): Promise<number> {
  const rows = await tx.query<Difference>(
    `with covered as (
       select a.policy_id, a.animal_id, s.insured as flagged,
         exists (select 1 from insurance.ins_cover_slot o where o.tenant_no = a.tenant_no
           and o.policy_animal_id = a.id and o.period @> $1::date) as slotted
       from insurance.ins_policy_animal a join insurance.animal_seen s on s.id = a.animal_id
       where a.tenant_no = kit.tenant() and a.status in ('live', 'transferPending')
         and $1::date between a.cover_from and a.cover_to)
     select p.id as "policyId", p.doc_no as "docNo", p.region_code as "regionCode", p.insurer_id as "insurerId",
       count(*) filter (where not c.flagged)::int as flags, count(*) filter (where not c.slotted)::int as slots
     from covered c join insurance.ins_policy p on p.tenant_no = kit.tenant() and p.id = c.policy_id
     where not c.flagged or not c.slotted group by p.id`,
    [today()],
  );
  const open = new Set(rows.map((one) => one.policyId));
  for (const one of rows)
    await openAlarm(tx, {
      kind: 'coverDiff',
      dedupKey: `coverDiff:${one.policyId}`,
      subject: { entity: 'insurance.insPolicy', id: one.policyId, name: one.docNo },
      regionCode: one.regionCode,
      principalId: one.insurerId,
      insurerId: one.insurerId,
      score: 100,
      args: { policyId: one.policyId, docNo: one.docNo, flags: one.flags, slots: one.slots },
    });
  const before = await tx.query<{ id: number }>(
    `select subject_id as id from insurance.alarm_seen where tenant_no = kit.tenant() and kind = 'coverDiff'
       and status <> 'closed'`,
  );
  for (const { id } of before) if (!open.has(id)) await closeAlarm(tx, `coverDiff:${id}`);
  return rows.length;
}

/** A death nobody reported within its days ends the cover. */
export async function endUnclaimed(tx: Tx): Promise<number> {
  const lost = await tx.query<{ id: number; lostOn: string; regionCode: number; insurerId: number }>(
    `select a.id, to_char(a.lost_on, 'YYYY-MM-DD') as "lostOn", a.region_code as "regionCode",
       a.insurer_id as "insurerId" from insurance.ins_policy_animal a
     where a.tenant_no = kit.tenant() and a.status = 'loss' and a.lost_on is not null and not exists (
       select 1 from insurance.ins_claim_animal c where c.tenant_no = a.tenant_no and c.policy_animal_id = a.id
         and c.status not in ('rejected', 'withdrawn', 'removed'))
     order by a.id for update of a`,
  );
  let n = 0;
  for (const one of lost) {
    const days = await numberOf(tx, 'claim.noClaimDays', one.regionCode, one.insurerId);
    if (addDays(one.lostOn, days) >= today()) continue;
    await setUnclaimed(tx, [one.id]);
    await cutSlots(tx, [one.id], one.lostOn);
    n += 1;
  }
  return n;
}
