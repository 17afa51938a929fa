import { invalid, notFound, refusal, staleVersion, wrongState } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';
import { findRow } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import type {
  DispenseLine,
  dispensePrescription,
  dispenseStock,
} from '#modules/cure/contract/prescription/dispense.ts';
import { prescription } from '#modules/cure/contract/prescription/prescription.ts';
import { consume } from '#modules/depot/server/index.ts';
import { drugsOf } from '../medicine/labels.ts';
import { refuseForeignStore } from '../medicine/stores.ts';
import { practiceOf } from '../treatment/record.ts';
import { runSheet } from './prescription.ts';
import { insertDispense, noteLots } from './prescription-dispense.ts';
import { dispenseLine } from './prescription-line.ts';

export const dispenseSource = 'cure.dispense';

/** As far as the pack is counted: nobody hands out half a tablet. */
const upTo = (qty: number, decimals: number) => Math.ceil(qty * 10 ** decimals - 1e-6) / 10 ** decimals;

const own = (call: Pick<Call, 'actor'>, unit: number | null) =>
  unit !== null && call.actor.scope.principals.includes(unit);

/** R48: hands out what the sheet orders, never more of it; the course counts as begun. */
export async function dispense(call: Call<typeof dispensePrescription>) {
  const { id, version, depotId, lines } = call.body;
  const { tx, actor } = call;
  const row = await findRow(call as unknown as Call, prescription, id, true);
  if (row.version !== version) throw staleVersion();
  const isOpen = row.status === 'running' || (row.status === 'issued' && today() <= (row.validUntil ?? ''));
  if (row.status === 'issued' && !isOpen) throw refusal('rxExpired', 'cure.refusal.rxExpired', { docNo: row.docNo });
  if (!isOpen) throw wrongState(`cure.prescription._${row.status}`, 'cure.prescription._dispense');
  const drugs = await drugsOf(
    tx,
    row.lines.map((line) => line.medicineId),
  );
  const { staffId, unitId } = await practiceOf(tx, row.principalId);
  if (depotId)
    await refuseForeignStore(
      tx,
      depotId,
      [unitId, row.unitId].filter((one) => own(call, one)),
    );
  await inTenant(tx, actor.tenantNo, 'dispense', async (all) => {
    for (const [at, one] of lines.entries()) {
      const ordered = row.lines.find((line) => line.medicineId === one.medicineId);
      const pack = drugs.get(one.medicineId)?.packs.find((known) => known.materialId === one.materialId);
      if (!ordered || !pack) throw invalid([{ field: `lines.${at}.materialId`, key: 'error.field.ref' }]);
      if (one.qty > upTo(Math.max(0, ordered.totalQty - ordered.dispensedQty), pack.decimals))
        throw refusal('overPrescribed', 'cure.refusal.overPrescribed', { docNo: row.docNo });
      const dispenseId = await insertDispense(all, id, one, actor.userId);
      const taken = await consume(all, {
        ...(depotId ? { depotId } : { staffId: staffId ?? 0 }),
        materialId: one.materialId,
        lotId: one.lotId ?? null,
        qty: one.qty,
        bizDate: today(),
        source: { type: dispenseSource, id: dispenseId },
      });
      await noteLots(all, dispenseId, taken.depotId, taken.lots.map((lot) => lot.lotNo).join('、'));
      await dispenseLine(all, id, one.medicineId, one.qty);
    }
    // R62: handed out is begun, whether or not a dose is ticked.
    await runSheet(all, id, today());
  });
  call.answer.msg = call.say('ok.done');
  const [after] = await tx.query<{ version: number; meatUntil: string }>(
    `select version, to_char(meat_until, 'YYYY-MM-DD') as "meatUntil" from cure.prescription where id = $1`,
    [id],
  );
  return { version: after?.version ?? version, meatUntil: after?.meatUntil ?? null };
}

/** What is left to hand out of each line, and where it is: in the caller's box, or a store of their unit. */
export const dispensary = (call: Call<typeof dispenseStock>) =>
  call.database.transaction(call.actor.scope, async (tx) => {
    const [sheet] = await tx.query<{ principalId: number }>(
      'select principal_id as "principalId" from cure.prescription where id = $1',
      [call.query.id],
    );
    if (!sheet) throw notFound();
    const { staffId, unitId } = await practiceOf(tx, sheet.principalId);
    return inTenant(tx, call.actor.tenantNo, 'dispensary', (all) =>
      all.query<DispenseLine>(
        `select l.medicine_id as "medicineId", m.generic_name as name, l.dose_unit as "doseUnit",
           greatest(0, l.total_qty - l.dispensed_qty)::float8 as left,
           coalesce((select jsonb_agg(jsonb_build_object('materialId', s.material_id, 'materialName', k.name,
               'depotId', case when s.depot_kind = 'box' then null else s.depot_id end, 'depotName', s.depot_name,
               'lotId', s.lot_id, 'lotNo', s.lot_no, 'expireOn', to_char(s.expire_on, 'YYYY-MM-DD'),
               'qty', s.qty::float8, 'baseUnit', k.base_unit) order by s.expire_on nulls last, s.lot_id)
             from cure.medicine_pack p join cure.pack_seen k on k.material_id = p.material_id
               join cure.lot_seen s on s.tenant_no = p.tenant_no and s.material_id = p.material_id
             where p.parent_id = l.medicine_id and s.quality = 'ok' and not s.hold
               and (s.expire_on is null or s.expire_on >= $2)
               and (s.staff_id = $3 or s.depot_kind <> 'box' and s.principal_id = $4)), '[]') as lots
         from cure.prescription_line l join cure.medicine m on m.id = l.medicine_id where l.parent_id = $1
         order by l.line_no`,
        [call.query.id, today(), staffId, unitId !== null && own(call, unitId) ? unitId : null],
      ),
    );
  });
