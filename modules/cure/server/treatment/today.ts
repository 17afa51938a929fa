import { randomUUID } from 'node:crypto';
import { notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import type { DueDose, tickDose, todaysDoses } from '#modules/cure/contract/treatment/treatment.ts';
import { practiceOf, recordTreatment } from './record.ts';

/** R56: open sheets whose course covers the day, line by line, with what was given. */
const dueSql = `select p.id as "prescriptionId", p.doc_no as "docNo", p.principal_id as "principalId",
  registry.principal_name(p.principal_id) as holder,
    p.region_code as "regionCode", p.species, l.id as "lineId", m.generic_name as medicine, l.dose::float8 as dose, l.dose_unit as "doseUnit",
    ((select count(*) from cure.prescription_animal a where a.parent_id = p.id) + coalesce(p.untagged_head,
      0))::int as heads,
    greatest(1, $1::date - coalesce(p.course_from, $1::date) + 1) as day, l.days, l.times_per_day as times,
    (select count(*)::int from cure.treatment t join cure.treatment_line g on g.treatment_id = t.id
      where t.prescription_id = p.id and t.status = 'done' and t.treated_on = $1
        and g.medicine_id = l.medicine_id) as given,
    (p.course_from is not null and exists (select 1 from generate_series(p.course_from, $1::date - 1,
      interval '1 day') d
      where d::date < p.course_from + l.days and not exists (select 1 from cure.treatment t
        join cure.treatment_line g on g.treatment_id = t.id
        where t.prescription_id = p.id and t.status = 'done' and t.treated_on = d::date
          and g.medicine_id = l.medicine_id))) as "isLate"
  from cure.prescription p join cure.prescription_line l on l.parent_id = p.id
    join cure.medicine m on m.id = l.medicine_id
  where p.tenant_no = kit.tenant() and p.status in ('issued', 'running') and coalesce(p.course_from,
    $1::date) + l.days > $1::date
    and (p.course_from is not null or p.valid_until >= $1) and ($2::bigint is null or p.principal_id = $2)
  order by p.region_code, p.principal_id, p.id, l.line_no limit 500`;

export async function doses(call: Call<typeof todaysDoses>): Promise<DueDose[]> {
  const { on = today(), principalId } = call.query;
  const [rows] = await call.database.read<[DueDose]>(call.actor.scope, {
    text: dueSql,
    values: [on, principalId ?? null],
  });
  return rows;
}

interface Line {
  readonly prescriptionId: number;
  readonly principalId: number;
  readonly species: string;
  readonly diagnosisTagId: number;
  readonly consultId: number | null;
  readonly untaggedHead: number | null;
  readonly medicineId: number;
  readonly materialId: number | null;
  readonly route: string;
  readonly dose: number;
  readonly doseUnit: string;
  readonly meatDays: number;
  readonly times: number;
  readonly given: number;
}

async function lineOf(tx: Tx, lineId: number, on: string): Promise<Line> {
  const [row] = await tx.query<Line>(
    `select p.id as "prescriptionId", p.principal_id as "principalId", p.species,
      p.diagnosis_tag_id as "diagnosisTagId", p.consult_id as "consultId",
       p.untagged_head as "untaggedHead", l.medicine_id as "medicineId", l.route, l.dose::float8 as dose, l.dose_unit as "doseUnit",
       coalesce(l.meat_days, 0) as "meatDays", l.times_per_day as times,
       (select k.material_id from cure.medicine_pack k where k.parent_id = l.medicine_id
         order by k.line_no limit 1) as "materialId",
       (select count(*)::int from cure.treatment t join cure.treatment_line g on g.treatment_id = t.id
         where t.prescription_id = p.id and t.status = 'done' and t.treated_on = $2
           and g.medicine_id = l.medicine_id) as given
     from cure.prescription_line l join cure.prescription p on p.id = l.parent_id where l.id = $1 for update of p`,
    [lineId, on],
  );
  if (!row) throw notFound();
  return row;
}

/** One tap: today's dose of a line was given to all animals of the sheet. A second tap of the same dose is refused. */
export async function tick(call: Call<typeof tickDose>) {
  const { requestId, lineId, on, source } = call.body;
  const { tx, actor } = call;
  const line = await lineOf(tx, lineId, on);
  if (line.given >= line.times) {
    const [known] = await tx.query<{ id: number; docNo: string }>(
      'select id, doc_no as "docNo" from cure.treatment where tenant_no = kit.tenant() and request_id = $1',
      [requestId],
    );
    if (known) return known;
    throw refusal('overPrescribed', 'cure.refusal.tickedBefore');
  }
  const animals = await tx.query<{ animalId: number; weightKg: number | null }>(
    `select animal_id as "animalId", weight_kg::float8 as "weightKg" from cure.prescription_animal
      where parent_id = $1 order by animal_id`,
    [line.prescriptionId],
  );
  const done = await recordTreatment(tx, {
    practice: {
      ...(await practiceOf(tx, line.principalId)),
      backdateDays: actor.actions.has('cure:treatment:backdate') ? 30 : 7,
    },
    skipRefused: true,
    sheet: {
      requestId: requestId ?? randomUUID(),
      principalId: line.principalId,
      treatedOn: on,
      species: line.species,
      cause: 'disease',
      diagnosisTagId: line.diagnosisTagId,
      source,
      prescriptionId: line.prescriptionId,
      consultId: line.consultId,
      untaggedHead: animals.length > 0 ? 0 : (line.untaggedHead ?? 0),
      isolate: false,
      contagious: false,
      photos: [],
      animals,
      lines: [
        {
          medicineId: line.medicineId,
          materialId: line.materialId,
          labelPhoto: [],
          route: line.route,
          dose: line.dose,
          dosePer: 'head',
          doseUnit: line.doseUnit,
          meatDays: line.meatDays,
        },
      ],
    },
  });
  call.answer.msg = call.say('ok.saved');
  return { id: done.id, docNo: done.docNo };
}
