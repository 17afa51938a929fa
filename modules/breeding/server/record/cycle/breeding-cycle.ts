import type { Tx } from '#kit/server/db/database.ts';
import type { Folded } from '#modules/breeding/contract/record/cycle-fold.ts';
import type { Female } from '../females.ts';

const columns = [
  'parity_before int',
  'opened_on date',
  'opened_by text',
  'heats int',
  'straws int',
  'first_served_on date',
  'last_service_id bigint',
  'last_served_on date',
  'last_sire_code text',
  'watch_from date',
  'watch_to date',
  'check_due_on date',
  'expected_on date',
  'pregnant_service_id bigint',
  'pregnant_on date',
  'calving_id bigint',
  'closed_on date',
  'end_reason text',
  'status text',
] as const;
const names = columns.map((one) => one.split(' ')[0] as string);
const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Writes what the fold says; answers the ids by animal and number. */
export async function saveCycles(
  tx: Tx,
  females: readonly Female[],
  folded: ReadonlyMap<number, Folded>,
  actor: number | null,
): Promise<Map<string, number>> {
  const { tenantNo } = tx.scope;
  const rows = females.flatMap((female) =>
    (folded.get(female.id)?.cycles ?? []).map((cycle) => ({
      animal_id: female.id,
      principal_id: female.principalId,
      region_code: female.regionCode,
      cycle_no: cycle.cycleNo,
      ...Object.fromEntries(names.map((name) => [name, cycle[camel(name) as keyof typeof cycle]])),
    })),
  );
  const ids = [...folded.keys()];
  await tx.query(
    `delete from breeding.breeding_cycle c where c.tenant_no = $1 and c.animal_id = any ($2)
       and not exists (select 1 from jsonb_to_recordset($3::jsonb) r(animal_id bigint, cycle_no int)
         where r.animal_id = c.animal_id and r.cycle_no = c.cycle_no)`,
    [tenantNo, ids, JSON.stringify(rows.map(({ animal_id, cycle_no }) => ({ animal_id, cycle_no })))],
  );
  const list = names.join(', ');
  const saved = await tx.query<{ id: number; animalId: number; cycleNo: number }>(
    `insert into breeding.breeding_cycle as c (tenant_no, animal_id, principal_id, region_code, cycle_no, is_live,
       ${list}, created_by, updated_by)
     select $1, r.animal_id, r.principal_id, r.region_code, r.cycle_no, r.closed_on is null,
       ${names.map((name) => `r.${name}`).join(', ')}, $3, $3
     from jsonb_to_recordset($2::jsonb) r(animal_id bigint, principal_id bigint, region_code bigint, cycle_no int,
       ${columns.join(', ')})
     order by r.animal_id, r.cycle_no
     on conflict (tenant_no, animal_id, cycle_no) do update set
       (principal_id, region_code, is_live, ${list}, version, updated_by, updated_at) =
       (excluded.principal_id, excluded.region_code, excluded.is_live,
        ${names.map((name) => `excluded.${name}`).join(', ')}, c.version + 1, excluded.updated_by, now())
     returning c.id, c.animal_id as "animalId", c.cycle_no as "cycleNo"`,
    [tenantNo, JSON.stringify(rows), actor],
  );
  return new Map(saved.map((one) => [`${one.animalId}:${one.cycleNo}`, one.id]));
}
