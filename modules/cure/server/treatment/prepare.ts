import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import type { DrugLabel, DrugLot, prepareTreatment } from '#modules/cure/contract/treatment/treatment.ts';
import { withdrawalUntil } from '../withdrawal/animal-withdrawal.ts';
import { placeOf, practiceOf } from './record.ts';

/** Drugs in the caller's box and in the holder's own stores, the first to expire on top. */
const lotsOf = (tx: Tx, staffId: number | null, principalId: number) =>
  tx.query<DrugLot>(
    `select l.material_id as "materialId", k.name as "materialName", m.id as "medicineId",
      m.generic_name as "medicineName", m.rx_only as "rxOnly",
       k.base_unit as "baseUnit", l.depot_id as "depotId", l.depot_name as "depotName", case when l.depot_kind = 'box' then 'box' else 'depot' end as source,
       l.lot_id as "lotId", l.lot_no as "lotNo", to_char(l.expire_on, 'YYYY-MM-DD') as "expireOn", l.qty::float8 as qty
     from cure.lot_seen l join cure.pack_seen k on k.material_id = l.material_id
       join cure.medicine_pack p on p.tenant_no = l.tenant_no and p.material_id = l.material_id
       join cure.medicine m on m.id = p.parent_id and m.status = 'published' and not m.food_ban
     where l.tenant_no = kit.tenant() and (l.staff_id = $1 or (l.depot_kind <> 'box' and l.principal_id = $2))
       and l.quality = 'ok' and not l.hold and (l.expire_on is null or l.expire_on >= $3)
     order by l.depot_kind = 'box' desc, m.generic_name, l.expire_on nulls last limit 300`,
    [staffId, principalId, today()],
  );

export async function prepareForm(call: Call<typeof prepareTreatment>) {
  const { principalId, prescriptionId } = call.query;
  return call.database.transaction(call.actor.scope, async (tx) => {
    const { name, regionCode } = await placeOf(tx, principalId);
    const animals = await tx.query<{
      animalId: number;
      earTag: string;
      species: string;
      stage: string;
      penId: number | null;
      pen: string | null;
      weightKg: number | null;
    }>(
      `select a.id as "animalId", a.ear_tag as "earTag", a.species, a.stage, a.pen_id as "penId", p.name as pen,
         case when a.weight_on > $2::date - 90 then a.weight::float8 end as "weightKg"
       from cure.animal_seen a left join cure.pen_seen p on p.id = a.pen_id
       where a.principal_id = $1 and a.status = 'inStock' and ($3::bigint is null
         or a.id in (select x.animal_id from cure.prescription_animal x where x.parent_id = $3))
           order by p.name nulls last, a.ear_tag limit 5000`,
      [principalId, today(), prescriptionId ?? null],
    );
    const { staffId } = await practiceOf(tx, principalId);
    return inTenant(tx, call.actor.tenantNo, 'prepareTreatment', async (all) => {
      const until = new Map(
        (
          await withdrawalUntil(
            all,
            animals.map((one) => one.animalId),
          )
        ).map((one) => [one.animalId, one.until]),
      );
      return {
        holder: name,
        regionCode,
        animals: animals.map((one) => ({ ...one, until: until.get(one.animalId) ?? null })),
        lots: await lotsOf(all, staffId, principalId),
        labels: await all.query<DrugLabel>(
          `select l.parent_id as "medicineId", l.species, l.route, l.dose_from::float8 as "doseFrom",
            l.dose_to::float8 as "doseTo", l.dose_per as "dosePer",
             l.dose_unit as "doseUnit", l.meat_days as "meatDays", l.milk_hours as "milkHours"
           from cure.medicine_label l join cure.medicine m on m.id = l.parent_id and m.status = 'published'
           where l.tenant_no = kit.tenant() order by l.parent_id, l.line_no`,
        ),
        medicines: await all.query<{ id: number; name: string; rxOnly: boolean }>(
          `select id, generic_name as name, rx_only as "rxOnly" from cure.medicine
           where tenant_no = kit.tenant() and status = 'published' and not food_ban order by generic_name`,
        ),
      };
    });
  });
}
