import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { breedingState } from '#modules/breeding/server/index.ts';

/** What speaks against a medicine in the animals it is for. */
export interface PatientFacts {
  readonly youngestDays: number | null;
  readonly pregnant: number;
  readonly inMilk: number;
  /** Heads nobody can be asked about: they have no number. */
  readonly unknown: number;
  /** Classes of antimicrobials they were given or prescribed within fourteen days. */
  readonly recentClasses: ReadonlySet<string>;
}

/** Milk of these is sold: a dairy or dual-purpose female that has calved. */
const inMilkSql = `a.sex = 'female' and a.parity > 0 and exists (select 1 from cure.breed_seen b
  where b.breed = a.breed and b.species = a.species and b.purpose in ('dairy', 'dual'))`;

export async function patientFacts(
  tx: Tx,
  animalIds: readonly number[],
  heads: number,
  exceptId: number | null,
): Promise<PatientFacts> {
  const [row] = await tx.query<{ youngest: number | null; inMilk: number }>(
    `select min($2::date - a.birth_date)::int as youngest, count(*) filter (where ${inMilkSql})::int as "inMilk"
     from cure.animal_seen a where a.id = any ($1)`,
    [animalIds, today()],
  );
  const states = animalIds.length > 0 ? await breedingState(tx, animalIds, today()) : [];
  const classes = await tx.query<{ classCode: string }>(
    `select m.class_code as "classCode" from cure.prescription_animal a join cure.prescription p on p.id = a.parent_id
       join cure.prescription_line l on l.parent_id = p.id join cure.medicine m on m.id = l.medicine_id
     where a.tenant_no = kit.tenant() and a.animal_id = any ($1) and p.id <> $2 and m.antimicrobial <> 'none'
       and p.status in ('issued', 'running', 'finished', 'stopped') and p.issued_at > now() - interval '14 days'
     union
     select m.class_code from cure.treatment_animal x join cure.treatment t on t.id = x.treatment_id
       join cure.treatment_line l on l.treatment_id = t.id join cure.medicine m on m.id = l.medicine_id
     where x.tenant_no = kit.tenant() and x.animal_id = any ($1) and t.status = 'done' and m.antimicrobial <> 'none'
       and t.treated_on > $3::date - 14 and t.prescription_id is distinct from $2`,
    [animalIds, exceptId ?? 0, today()],
  );
  return {
    youngestDays: row?.youngest ?? null,
    pregnant: states.filter((one) => one.status === 'pregnant').length,
    inMilk: row?.inMilk ?? 0,
    unknown: Math.max(0, heads - animalIds.length),
    recentClasses: new Set(classes.map((one) => one.classCode)),
  };
}
