import { invalid } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { followUp } from '#modules/cure/contract/consult/consult.ts';
import { openAlarm } from '#modules/platform/server/index.ts';
import { deskOf } from './desk.ts';

export interface NewFollowUp {
  readonly consultId?: number | null;
  readonly prescriptionId?: number | null;
  readonly sourceNo: string;
  readonly dueOn: string;
  readonly userId: number;
  readonly medicines?: string;
}

/** R70: holder, place and animals are those of the consult or the sheet. */
export async function addFollowUp(tx: Tx, one: NewFollowUp): Promise<void> {
  await tx.query(
    `insert into cure.follow_up (tenant_no, region_code, principal_id, centre_id, upper_id, user_id, consult_id,
      prescription_id, source_no, animals,
       diagnosis_tag_id, medicines, due_on, created_by)
     select kit.tenant(), s.region_code, s.principal_id, c.centre_id, c.upper_id, $3, $1, $2, $4,
       coalesce((select string_agg(a.ear_tag, '、') from (select x.animal_id from cure.prescription_animal x
         where x.parent_id = $2
         union select y.animal_id from cure.consult_animal y where y.consult_id = $1 limit 20) n
           join cure.animal_seen a on a.id = n.animal_id), ''),
       coalesce(c.diagnosis_tag_id, p.diagnosis_tag_id), $5, $6, $3
     from (select 1) one left join cure.consult c on c.id = $1 left join cure.prescription p on p.id = $2
       cross join lateral (select coalesce(p.region_code, c.region_code) as region_code, coalesce(p.principal_id,
         c.principal_id) as principal_id) s`,
    [one.consultId ?? null, one.prescriptionId ?? null, one.userId, one.sourceNo, one.medicines ?? '', one.dueOn],
  );
}

/** R72: three reactions on one lot within a week. */
async function watchLot(call: Call, id: number): Promise<void> {
  await inTenant(call.tx, call.actor.tenantNo, 'adverseLot', async (all) => {
    const [lot] = await all.query<{
      n: number;
      lotNo: string;
      medicine: string;
      medicineId: number;
      regionCode: number;
    }>(
      `select count(*)::int as n, f.adverse_lot_no as "lotNo", m.generic_name as medicine, m.id as "medicineId",
        min(own.region_code) as "regionCode"
       from cure.follow_up own join cure.follow_up f on f.tenant_no = own.tenant_no and f.adverse
         and f.adverse_lot_no = own.adverse_lot_no
         and f.adverse_medicine_id = own.adverse_medicine_id and f.done_at > now() - interval '7 days'
       join cure.medicine m on m.id = own.adverse_medicine_id where own.id = $1 and f.adverse_lot_no is not null
         group by 2, 3, 4`,
      [id],
    );
    if (!lot || lot.n < 3) return;
    const { centreId } = await deskOf(all, lot.regionCode);
    await openAlarm(all, {
      kind: 'adverseLot',
      dedupKey: `adverseLot:${lot.medicineId}:${lot.lotNo}`,
      subject: { entity: 'cure.medicine', id: lot.medicineId, name: lot.medicine },
      regionCode: lot.regionCode,
      principalId: centreId,
      args: { medicine: lot.medicine, lotNo: lot.lotNo, n: lot.n },
    });
  });
}

async function beforeMove(_call: Call, move: Move) {
  if (move.name === 'drop') return { note: move.remark, doneAt: new Date().toISOString() };
  const form = move.form as {
    way: string;
    result: string;
    note: string | null;
    adverseMedicineId: number | null;
    adverseLotNo: string | null;
  };
  // R71: a reaction wants medicine and lot.
  if (form.adverseMedicineId && !form.adverseLotNo)
    throw invalid([{ field: 'adverseLotNo', key: 'error.field.required' }]);
  return { ...form, adverse: form.adverseMedicineId !== null, doneAt: new Date().toISOString() };
}

export const followUpRoutes = (): Route[] =>
  serveResource(followUp)({
    expressions: {
      animals: "nullif(t.animals, '')",
      medicines: "nullif(t.medicines, '')",
      isLate: `(t.status = 'due' and t.due_on < (now() at time zone 'Asia/Shanghai')::date)`,
      holder: '(select registry.principal_name(t.principal_id))',
      person: '(select u.name from cure.user_seen u where u.id = t.user_id)',
    },
    before: { transition: beforeMove },
    after: {
      transition: async (call, move) => {
        if (move.name === 'record') await watchLot(call, move.id);
      },
    },
  });

/** Calls that are still due reach whoever holds the animals now. */
export const reassignFollowUps = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update cure.follow_up t set principal_id = u.id, region_code = u.region_code, version = t.version + 1,
       updated_at = now()
     from cure.unit_seen u where u.id = $2 and t.tenant_no = kit.tenant() and t.principal_id = $1
       and t.status = 'due'`,
    [from, to],
  );
