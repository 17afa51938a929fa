import type { Tx } from '#kit/server/db/database.ts';
import { addFollowUp } from '#modules/cure/server/consult/follow-up.ts';
import { recordTreatment } from '#modules/cure/server/index.ts';
import { addDays } from '#modules/cure/server/medicine/labels.ts';
import { contentHash } from '#modules/cure/server/prescription/content-hash.ts';
import { judgeSheet } from '#modules/cure/server/prescription/judge.ts';
import {
  blockSheet,
  markIssued,
  sheetOf,
  shortenCourse,
  tendSheets,
} from '#modules/cure/server/prescription/prescription.ts';
import { settleLines } from '#modules/cure/server/prescription/prescription-line.ts';
import { endPassed, moveBlock } from '#modules/cure/server/withdrawal/animal-withdrawal.ts';
import type { Random } from '../random.ts';
import { careFacts } from './treatments.ts';

interface Patient {
  readonly id: number;
  readonly principalId: number;
  readonly regionCode: number;
  readonly weight: number;
  readonly entryOn: string;
}
type Ordered = readonly [
  material: string,
  route: string,
  perKg: number | null,
  dose: number,
  days: number,
  reason: string | null,
];

/** Diagnosis and what is ordered for it: by weight, or so much per head. */
const orders: readonly [diagnosis: string, ...lines: Ordered[]][] = [
  ['支气管肺炎', ['SY-002', 'im', 0.08, 0, 3, null], ['SY-004', 'im', 0.042, 0, 2, null]],
  ['乳房炎', ['SY-004', 'im', 0.044, 0, 3, null]],
  ['犊牛腹泻', ['SY-005', 'im', 0.03, 0, 3, '常用抗菌药治疗三天无效']],
  ['胎衣滞留', ['SY-008', 'im', null, 8, 1, null], ['SY-002', 'im', 0.06, 0, 3, null]],
  ['创伤', ['SY-004', 'im', 0.042, 0, 2, null]],
  ['前胃弛缓', ['SY-006', 'im', null, 8, 1, null]],
];

/** Days ago, days of the course that were given, and what became of the sheet. */
const recent: readonly [ago: number, given: number, fate?: 'draft' | 'cancelled' | 'stopped' | 'expired'][] = [
  [0, 0],
  [0, 1],
  [1, 1],
  [1, 2],
  [2, 1],
  [1, 1],
  [0, 0, 'draft'],
  [11, 3],
  [4, 0, 'expired'],
  [6, 2, 'stopped'],
  [9, 0, 'cancelled'],
  [2, 2],
  [0, 0],
];
const stateOf = { draft: 'draft', cancelled: 'cancelled', stopped: 'stopped', expired: 'issued' } as const;

/** A year of sheets: courses that run at the farm, the cooperative and the household somebody logs in as, and all that ended before. */
export async function saveSheets(tx: Tx, today: string, random: Random): Promise<void> {
  const patients = await tx.query<Patient>(
    `select a.id, a.principal_id as "principalId", a.region_code as "regionCode", coalesce(a.weight, 420)::float8 as weight,
       to_char(a.entry_on, 'YYYY-MM-DD') as "entryOn"
     from registry.animal a join registry.principal p on p.id = a.principal_id and p.status = 'active'
     where a.tenant_no = $1 and a.status = 'inStock' and a.voided_at is null and a.pending_change_id is null and not a.quarantined and a.species = 'cattle'
       and a.entry_on < $2::date - 20 and a.birth_date < $2::date - 400 and a.region_code >= 150521000000 and a.region_code < 150522000000
       and not exists (select 1 from cure.treatment_animal x where x.animal_id = a.id and x.tenant_no = $1)
     order by (select min(u.id) from platform.sys_user u where u.principal_id = p.id and u.username in ('farm1', 'house1', 'coop1')) nulls last, a.id desc`,
    [tx.scope.tenantNo, today],
  );
  const herds = Object.values(Object.groupBy(patients, (one) => one.principalId)) as Patient[][];
  const turn = Array.from({ length: 8 }, (_, at) => herds.flatMap((herd) => herd[at] ?? [])).flat();
  const long = Array.from({ length: 47 }, (): (typeof recent)[number] => [random.int(14, 330), 3]);
  const plans = [...recent, ...long].flatMap(([ago, given, fate], at): Plan[] => {
    // One sheet each, and none from before it came.
    const place = turn.findIndex((one) => one.entryOn < addDays(today, -ago));
    const [patient] = place < 0 ? [] : turn.splice(place, 1);
    const order = orders[at % orders.length];
    return patient && order ? [{ patient, order, ago, given, fate, today, random }] : [];
  });
  // In the order of their days, as the program would have written them: what ended was ended before the next began.
  for (const part of [plans.filter((one) => one.ago >= 14), plans.filter((one) => one.ago < 14)]) {
    for (const plan of part.toSorted((a, b) => b.ago - a.ago)) await saveSheet(tx, plan);
    await tendSheets(tx, today);
    await endPassed(tx, today);
  }
  // What was ill before this fortnight got well, as a rule.
  await tx.query(
    `update cure.treatment set result = case when id % 13 = 0 then 'stopped' else 'recovered' end
     where tenant_no = $1 and result = 'ongoing' and treated_on < $2::date - 14`,
    [tx.scope.tenantNo, today],
  );
}

export interface Plan {
  readonly patient: Patient;
  readonly order: (typeof orders)[number];
  readonly ago: number;
  readonly given: number;
  readonly fate: keyof typeof stateOf | undefined;
  readonly today: string;
  readonly random: Random;
  /** Out of the holder's own store, so many days after the sheet; else out of the vet's box, from its day on. */
  readonly store?: { readonly depotId: number; readonly after: number };
}

/** One more sheet, for an animal of a unit that has had none: what it orders was bought and is given out of the unit's own store. */
export async function saveStoreSheet(
  tx: Tx,
  ask: { principalId: number; depotId: number; today: string; random: Random },
): Promise<void> {
  const [patient] = await tx.query<Patient>(
    `select a.id, a.principal_id as "principalId", a.region_code as "regionCode",
       coalesce(a.weight, 420)::float8 as weight, to_char(a.entry_on, 'YYYY-MM-DD') as "entryOn"
     from registry.animal a where a.tenant_no = $1 and a.principal_id = $2 and a.status = 'inStock'
       and a.voided_at is null and a.pending_change_id is null and not a.quarantined and a.species = 'cattle'
       and a.entry_on < $3::date - 20 and a.birth_date < $3::date - 400
       and not exists (select 1 from cure.treatment_animal x where x.animal_id = a.id and x.tenant_no = $1)
       and not exists (select 1 from cure.prescription_animal x where x.animal_id = a.id and x.tenant_no = $1)
     order by a.id limit 1`,
    [tx.scope.tenantNo, ask.principalId, ask.today],
  );
  if (!patient) return;
  const order: Plan['order'] = ['支气管肺炎', ['SY-002', 'im', 0.08, 0, 3, null]];
  const { depotId, today, random } = ask;
  await saveSheet(tx, {
    patient,
    order,
    ago: 4,
    given: 2,
    fate: undefined,
    today,
    random,
    store: { depotId, after: 1 },
  });
  await tendSheets(tx, today);
}

export async function saveSheet(
  tx: Tx,
  { patient, order, ago, given, fate, today, random, store }: Plan,
): Promise<void> {
  const { vet, packs, tags } = await careFacts(tx);
  const [diagnosis, ...ordered] = order;
  const diagnosisTagId = tags.get(diagnosis);
  if (!vet || !diagnosisTagId) return;
  const asVet = { ...tx, scope: { ...tx.scope, userId: vet.userId } };
  const day = (n: number) => addDays(today, n - ago);
  const lines = ordered.flatMap(([no, route, perKg, dose, days, reason]) => {
    const pack = packs.get(no);
    const amount = perKg === null ? dose : Math.round(perKg * patient.weight * 10) / 10;
    return pack
      ? [
          {
            medicineId: pack.medicineId,
            materialId: pack.materialId,
            route,
            dose: amount,
            doseUnit: 'mL',
            days,
            reason,
          },
        ]
      : [];
  });
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into cure.prescription (tenant_no, region_code, principal_id, doc_no, unit_id, prescriber_id, species, diagnosis_tag_id, valid_days, created_by, created_at)
     select $1, $2, $3, kit.doc_no('CR'), $4, (select p.id from cure.practitioner p where p.staff_id = $5), 'cattle', $6, 3, $7,
       least(now(), $8::date + time '08:10' + make_interval(mins => $9)) returning id, doc_no as "docNo"`,
    [
      tx.scope.tenantNo,
      patient.regionCode,
      patient.principalId,
      vet.unitId,
      vet.staffId,
      diagnosisTagId,
      vet.userId,
      day(0),
      random.int(0, 400),
    ],
  );
  if (!row) return;
  await tx.query(
    'insert into cure.prescription_animal (tenant_no, parent_id, line_no, animal_id, weight_kg) values ($1, $2, 1, $3, $4)',
    [tx.scope.tenantNo, row.id, patient.id, patient.weight],
  );
  for (const [at, line] of lines.entries())
    await tx.query(
      `insert into cure.prescription_line (tenant_no, parent_id, line_no, medicine_id, route, dose, dose_unit, times_per_day, days, reason)
       values ($1, $2, $3, $4, $5, $6, $7, 1, $8, $9)`,
      [
        tx.scope.tenantNo,
        row.id,
        at + 1,
        line.medicineId,
        line.route,
        line.dose,
        line.doseUnit,
        line.days,
        line.reason,
      ],
    );
  if (fate === 'draft') {
    await tx.query(
      `update cure.prescription p set medicines = (select string_agg(m.generic_name, '、' order by l.line_no)
         from cure.prescription_line l join cure.medicine m on m.id = l.medicine_id where l.parent_id = p.id) where p.id = $1`,
      [row.id],
    );
    return;
  }
  const judged = await judgeSheet(asVet, {
    principalId: patient.principalId,
    species: 'cattle',
    animalIds: [patient.id],
    heads: 1,
    meanKg: patient.weight,
    exceptId: row.id,
    lines: lines.map((line) => ({ ...line, timesPerDay: 1 })),
  });
  const courseTo = day(judged.days - 1);
  const medicines = judged.lines.map((line) => line.name).join('、');
  await settleLines(
    tx,
    row.id,
    judged.lines.map((line, at) => ({ ...line, lineNo: at + 1 })),
  );
  await markIssued(asVet, row.id, {
    hash: contentHash(row.docNo, {
      principalId: patient.principalId,
      species: 'cattle',
      diagnosisTagId,
      animals: [{ animalId: patient.id, weightKg: patient.weight }],
      lines: lines.map((line) => ({
        ...line,
        timesPerDay: 1,
        meatDays: null,
        totalQty: 0,
        offLabel: false,
        givenQty: 0,
        dispensedQty: 0,
      })),
    }),
    validUntil: day(2),
    courseTo,
    meatUntil: addDays(courseTo, judged.meatDays),
    medicines,
    antimicrobial: judged.lines.some((line) => line.antimicrobial),
    offLabel: judged.lines.some((line) => line.offLabel),
  });
  await tx.query('update cure.prescription set issued_at = created_at, updated_at = created_at where id = $1', [
    row.id,
  ]);
  const sheet = await sheetOf(tx, row.id);
  if (sheet) await blockSheet(tx, sheet, day(0), day(2));
  for (let n = 0; n < Math.min(given, judged.days); n += 1)
    await giveDay(asVet, {
      ...row,
      patient,
      lines,
      on: day(n + (store?.after ?? 0)),
      n,
      diagnosisTagId,
      vet,
      random,
      store,
    });
  if (fate === 'stopped') await shortenCourse(tx, row.id, day(given - 1));
  if (fate === 'cancelled') await moveBlock(tx, { type: 'prescription', id: row.id }, null);
  if (fate)
    await tx.query('update cure.prescription set status = $2, cancel_reason = $3 where id = $1', [
      row.id,
      stateOf[fate],
      fate === 'stopped' ? '两天后已痊愈，停药' : fate === 'cancelled' ? '畜主改为外请兽医到场' : null,
    ]);
  if (!fate || fate === 'stopped')
    await addFollowUp(asVet, {
      prescriptionId: row.id,
      sourceNo: row.docNo,
      dueOn: addDays(courseTo, 1),
      userId: vet.userId,
      medicines,
    });
  if (ago > 12)
    await tx.query(
      "update cure.follow_up set status = 'done', result = $2, done_at = due_on + time '10:00' where prescription_id = $1",
      [row.id, random.pick(['cured', 'cured', 'cured', 'improved', 'unchanged'])],
    );
}

interface Given {
  readonly id: number;
  readonly patient: Patient;
  readonly lines: readonly {
    medicineId: number;
    materialId: number;
    route: string;
    dose: number;
    doseUnit: string;
    days: number;
  }[];
  readonly on: string;
  readonly n: number;
  readonly diagnosisTagId: number;
  readonly vet: { staffId: number; unitId: number };
  readonly random: Random;
  readonly store: Plan['store'];
}

const giveDay = (tx: Tx, { id, patient, lines, on, n, diagnosisTagId, vet, random, store }: Given) =>
  recordTreatment(tx, {
    practice: { staffId: vet.staffId, unitId: vet.unitId, vetLevel: 'licensed', backdateDays: 400 },
    skipRefused: true,
    sheet: {
      requestId: random.uuid(),
      principalId: patient.principalId,
      treatedOn: on,
      species: 'cattle',
      cause: 'disease',
      diagnosisTagId,
      ...(store ? { source: 'depot' as const, depotId: store.depotId } : { source: 'box' as const }),
      prescriptionId: id,
      untaggedHead: 0,
      isolate: false,
      contagious: false,
      photos: [],
      animals: [{ animalId: patient.id, weightKg: patient.weight }],
      lines: lines
        .filter((line) => n < line.days)
        .map(({ days: _, ...line }) => ({ ...line, dosePer: 'head' as const, labelPhoto: [] })),
    },
  });
