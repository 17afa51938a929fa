import type { Tx } from '#kit/server/db/database.ts';

export interface ApprovedExpert {
  readonly applicationId: number;
  readonly staffId: number;
  readonly regionCode: number;
}

/** R84: one person is one expert in a tenant; the account follows by the platform's own way. */
export async function insertExpert(tx: Tx, { applicationId, staffId, regionCode }: ApprovedExpert): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into cure.expert (tenant_no, staff_id, unit_id, region_code, society_id, name, title, field_tag_id,
       second_tag_id, species, speaks, introduction, created_by)
     select a.tenant_no, $2, a.unit_id, $3, a.society_id, a.person_name, a.title, a.field_tag_id, a.second_tag_id,
       a.species, a.speaks, a.introduction, kit.user_id()
     from cure.expert_application a where a.tenant_no = kit.tenant() and a.id = $1 returning id`,
    [applicationId, staffId, regionCode],
  );
  return row?.id as number;
}
