import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type BankAlarm, bankAlarmKinds } from '#modules/bank/contract/watch/alarm-kinds.ts';
import { coverOf } from '#modules/insurance/server/index.ts';
import type { AlarmLevel } from '#modules/platform/contract/alarm/alarm-kind.ts';
import { closeAlarm, openAlarm } from '#modules/platform/server/index.ts';

export interface Raised {
  /** What it speaks of: `bank.creditLine`, `bank.pledge`, `bank.pledgeSite`, `bank.pledgeItem`, … */
  readonly subject: { readonly entity: string; readonly id: number; readonly name: string };
  readonly bankId: number;
  readonly principalId: number;
  /** Left out of kinds about money by the kernel itself. */
  readonly supervisorId?: number | null;
  readonly regionCode?: number | null;
  readonly animalId?: number | null;
  readonly level?: AlarmLevel;
  /** Fills the kind's texts; `creditLineId`, `pledgeId`, `siteId` or `clientId` lead to its screen. */
  readonly args: Readonly<Record<string, string | number>>;
  readonly evidence?: Readonly<Record<string, unknown>>;
  /** Where the subject alone does not tell two causes apart. */
  readonly key?: string | number;
  /** Persons told besides the receivers. */
  readonly receivers?: readonly number[];
}
export const alarmKey = (kind: BankAlarm, key: string | number): string => `${kind}:${key}`;

/** R41: "warn, urgent at the third in 30 days": attempts before this one, by what their alarms keep of each. */
async function attemptsBefore(tx: Tx, dedupKey: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `select count(*)::int as n from platform.alarm_view a, jsonb_array_elements(a.evidence) e
     where a.tenant_no = kit.tenant() and a.dedup_key = $1 and (e ->> 'at')::timestamptz > now() - interval '30 days'`,
    [dedupKey],
  );
  return row?.n ?? 0;
}

/**
 * An alarm of the bank and its client at once (R41); a repeated cause counts up the open one. Answers its id, null where it
 * opened none.
 *
 * @example
 * await raise(tx, 'pledgeMissing', { subject: { entity: 'bank.pledgeItem', id: item.id, name: item.earTag }, bankId, principalId,
 *   supervisorId, regionCode, animalId: item.animalId, args: { pledgeId, earTag: item.earTag, docNo } });
 */
export const raise = (tx: Tx, kind: BankAlarm, alarm: Raised): Promise<number | null> =>
  inTenant(tx, tx.scope.tenantNo, 'bank.alarm', async (sys) => {
    const { key, supervisorId, regionCode, level, ...rest } = alarm;
    const dedupKey = alarmKey(kind, key ?? alarm.subject.id);
    const isMoney = 'partyOnly' in bankAlarmKinds[kind];
    const wanted = kind === 'moveAttempt' && (await attemptsBefore(sys, dedupKey)) >= 2 ? ('urgent' as const) : level;
    return openAlarm(sys, {
      ...rest,
      kind,
      dedupKey,
      ...(wanted && { level: wanted }),
      regionCode: isMoney ? null : (regionCode ?? null),
      supervisorId: isMoney ? null : (supervisorId ?? null),
    });
  });

/** The cause is gone; kinds that do not close by themselves keep a note of it, unless a reason says that it was decided. */
export const settleAlarm = (tx: Tx, kind: BankAlarm, key: string | number, reason?: string): Promise<number> =>
  inTenant(tx, tx.scope.tenantNo, 'bank.alarm', (sys) => closeAlarm(sys, alarmKey(kind, key), reason));

/** Open alarms on a credit line, its pledges, their sites and fences and each of their animals, by kind. */
export const openAlarmsOf = (
  tx: Tx,
  of: { readonly creditLineId: number; readonly kinds: readonly string[] },
): Promise<{ kind: string; n: number }[]> =>
  inTenant(tx, tx.scope.tenantNo, 'bank.alarm', (sys) =>
    sys.query<{ kind: string; n: number }>(
      `with p as (select id, site_id from bank.pledge where tenant_no = kit.tenant() and credit_line_id = $1),
         items as (select i.id, i.animal_id from bank.pledge_item i join p on p.id = i.pledge_id
           where i.tenant_no = kit.tenant() and i.state in ('reserved', 'pledged', 'releasing', 'missing', 'dead'))
       select a.kind, count(distinct a.id)::int as n from platform.alarm_view a
       where a.tenant_no = kit.tenant() and a.status <> 'closed' and a.kind = any ($2) and (
         a.animal_id in (select animal_id from items)
         or (a.subject_entity = 'bank.creditLine' and a.subject_id = $1)
         or (a.subject_entity = 'bank.pledge' and a.subject_id in (select id from p))
         or (a.subject_entity = 'bank.pledgeItem' and a.subject_id in (select id from items))
         or (a.subject_entity = 'bank.pledgeSite' and a.subject_id in (select site_id from p))
         or (a.subject_entity = 'device.fence' and a.subject_id in (select s.fence_id from bank.pledge_site s join p
           on p.site_id = s.id where s.tenant_no = kit.tenant())))
       group by a.kind order by a.kind`,
      [of.creditLineId, of.kinds],
    ),
  );

export interface ItemCover {
  readonly policyNo: string;
  readonly until: string;
  readonly sumCents: number;
  readonly bankId: number | null;
  readonly beneficiarySet: boolean;
}
/** R44: the cover of each animal on a day, as the insurer has it; of several the longest. Those without are left out. */
export async function coverOfItems(tx: Tx, animalIds: readonly number[], day: string): Promise<Map<number, ItemCover>> {
  const found = new Map<number, ItemCover>();
  for (const one of await coverOf(tx, animalIds, day)) {
    const known = found.get(one.animalId);
    if (one.isWaiting || (known && known.until >= one.coverTo)) continue;
    found.set(one.animalId, {
      policyNo: one.docNo,
      until: one.coverTo,
      sumCents: one.sumInsuredCents,
      bankId: one.bankId,
      beneficiarySet: one.bankId !== null,
    });
  }
  return found;
}
