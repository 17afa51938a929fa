import type { Tx } from '#kit/server/db/database.ts';
import type { SampleCandidate } from '#modules/prevention/contract/lab/sample-log.ts';
import type { TaskFacts } from './sample-task.ts';

export interface Candidate extends SampleCandidate {
  readonly lotNo: string | null;
}

const dayNumber = (day: string) => Math.floor(Date.parse(day) / 86_400_000);

/**
 * R43: of whom a task's tubes may be taken. For antibodies every disease of the task that this kind of animal can have must have been injected, the last shot
 * at least so many days ago.
 */
export async function candidates(
  tx: Tx,
  task: TaskFacts,
  principalId: number,
  on: string,
  only?: readonly number[],
): Promise<Candidate[]> {
  const rows = await tx.query<Omit<Candidate, 'days' | 'refused'> & { sampled: boolean; wanted: string[] }>(
    `select a.id as "animalId", a.ear_tag as "earTag", a.species, a.stage,
       coalesce((select jsonb_object_agg(i.disease_code, i.last_on) from prevention.animal_immunity i where i.tenant_no = a.tenant_no and i.animal_id = a.id
         and i.disease_code = any ($3) and i.last_on is not null), '{}') as "immunisedOn",
       (select l.lot_no from prevention.animal_immunity i join prevention.immunisation_line l on l.tenant_no = i.tenant_no and l.visit_id = i.last_visit_id
          and i.disease_code = any (l.disease_codes)
        where i.tenant_no = a.tenant_no and i.animal_id = a.id and i.disease_code = any ($3) order by i.last_on desc limit 1) as "lotNo",
       array(select d.code from prevention.ant_disease d where d.tenant_no = a.tenant_no and d.code = any ($3) and a.species = any (d.species)) as wanted,
       exists (select 1 from prevention.sample s where s.tenant_no = a.tenant_no and s.animal_id = a.id and s.task_id = $4 and s.status <> 'refused')
         or a.id in (select unnest(s.pool_animal_ids) from prevention.sample_log l join prevention.sample s on s.log_id = l.id
           where l.principal_id = $1 and l.task_id = $4 and s.status <> 'refused') as sampled
     from registry.animal a
     where a.tenant_no = kit.tenant() and a.principal_id = $1 and a.species = any ($2) and a.status = 'inStock' and a.in_herd and a.voided_at is null
       and ($5::bigint[] is null or a.id = any ($5))
     order by a.ear_tag limit 2000`,
    [principalId, task.species, task.diseaseCodes, task.id, only ?? null],
  );
  return rows.map(({ sampled, wanted, ...row }) => {
    const dates = wanted.flatMap((code) => row.immunisedOn[code] ?? []);
    const last = dates.toSorted().at(-1);
    const days = last ? dayNumber(on) - dayNumber(last) : null;
    const isAntibody = task.purpose === 'antibody';
    const refused = sampled
      ? 'sampled'
      : isAntibody && (dates.length < wanted.length || days === null)
        ? 'notImmunised'
        : isAntibody && days !== null && days < (task.minDays ?? 0)
          ? 'tooEarly'
          : null;
    return { ...row, days, refused };
  });
}
