import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { banFacts } from '#modules/prevention/server/index.ts';
import { registerArchivePart } from '#modules/registry/server/index.ts';

/**
 * Animals that are being treated on a day: a course runs, or they were treated within the week before.
 *
 * @example
 * const sick = await underTreatment(tx, animalIds, today());
 */
export async function underTreatment(tx: Tx, animalIds: readonly number[], on: string): Promise<number[]> {
  const rows = await inTenant(tx, tx.scope.tenantNo, 'underTreatment', (all) =>
    all.query<{ id: number }>(
      `select x.animal_id as id from cure.treatment_animal x join cure.treatment t on t.id = x.treatment_id
       where x.tenant_no = kit.tenant() and x.animal_id = any ($1) and t.status = 'done' and t.cause in ('disease',
         'injury', 'surgery')
         and t.treated_on between $2::date - 7 and $2::date
       union select a.animal_id from cure.prescription_animal a join cure.prescription p on p.id = a.parent_id
       where a.tenant_no = kit.tenant() and a.animal_id = any ($1) and p.status = 'running' and p.course_to >= $2`,
      [animalIds, on],
    ),
  );
  return rows.map((row) => row.id);
}

export interface OpenCase {
  readonly caseId: number;
  readonly animalId: number;
  readonly diagnosis: string | null;
  readonly contagious: boolean;
  readonly isolate: boolean;
}

/** Illnesses that have not ended, of these animals. */
export const openCases = (tx: Tx, animalIds: readonly number[]): Promise<OpenCase[]> =>
  inTenant(tx, tx.scope.tenantNo, 'openCases', (all) =>
    all.query<OpenCase>(
      `select distinct on (x.animal_id) first.id as "caseId", x.animal_id as "animalId", g.name_zh as diagnosis,
        t.contagious, t.isolate
       from cure.treatment_animal x join cure.treatment t on t.id = x.treatment_id and t.status = 'done'
         join cure.treatment first on first.id = t.case_id and first.result = 'ongoing'
           left join cure.cure_tag g on g.id = t.diagnosis_tag_id
       where x.tenant_no = kit.tenant() and x.animal_id = any ($1) order by x.animal_id, t.id desc`,
      [animalIds],
    ),
  );

/** The part of the farm archive about treatment, in the columns the law prescribes. */
export function registerTreatmentArchive(): void {
  registerArchivePart('treatment', 'cure', async (tx, { principalId, from, to }) => {
    const rows = await tx.query<{ cells: string[] }>(
      `select array[to_char(t.treated_on, 'YYYY-MM-DD'), case when t.heads = 1 then coalesce((select x.ear_tag
        from cure.treatment_animal x
           where x.treatment_id = t.id limit 1), '') else '' end, coalesce(p.name, ''), '', t.heads::text,
             coalesce(g.name_zh, t.signs, ''),
         coalesce(s.name, ''), t.medicines || ' ' || t.lots, coalesce((select string_agg(distinct l.route, '、')
           from cure.treatment_line l
           where l.treatment_id = t.id), ''), coalesce(t.result, '')] as cells
       from cure.treatment t left join cure.cure_tag g on g.id = t.diagnosis_tag_id
         left join cure.staff_seen s on s.id = t.staff_id
         left join cure.pen_seen p on p.id = t.pen_id
       where t.principal_id = any (registry.with_merged($1)) and t.status = 'done'
         and t.treated_on between $2 and $3 order by t.treated_on, t.id limit 2000`,
      [principalId, from, to],
    );
    return rows.map((row) => row.cells);
  });
}

export function registerBanFacts(): void {
  banFacts.register('cure', async (tx, animalIds, on) =>
    (await underTreatment(tx, animalIds, on)).map((animalId) => ({ animalId, fact: 'underTreatment' })),
  );
}
