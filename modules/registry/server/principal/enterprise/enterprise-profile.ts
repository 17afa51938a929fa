import type { Tx } from '#kit/server/db/database.ts';

export type Profile = Readonly<Record<string, string | number | null>>;

const columns = [
  ['introduction', 'introduction'],
  ['mainProducts', 'main_products'],
  ['designCapacity', 'design_capacity'],
  ['annualOutput', 'annual_output'],
  ['staffCount', 'staff_count'],
  ['landArea', 'land_area'],
  ['leadingGrade', 'leading_grade'],
  ['website', 'website'],
  ['videoUrl', 'video_url'],
  ['panoramaUrl', 'panorama_url'],
  ['publicPhone', 'public_phone'],
] as const;

export const profileColumns = columns
  .map(([name, column]) => `e.${column}${name === 'landArea' ? '::float8' : ''} as "${name}"`)
  .join(', ');

/** One of each principal, made when it is first written. */
export async function saveProfile(tx: Tx, principalId: number, values: Profile, userId: number): Promise<void> {
  await tx.query(
    `insert into registry.enterprise_profile (tenant_no, principal_id, created_by, updated_by, ${columns.map(([, column]) => column).join(', ')})
     values ($1, $2, $3, $3, ${columns.map((_, at) => `$${at + 4}`).join(', ')})
     on conflict (tenant_no, principal_id) do update set ${columns.map(([, column]) => `${column} = excluded.${column}`).join(', ')},
       version = registry.enterprise_profile.version + 1, updated_by = excluded.updated_by, updated_at = now()`,
    [tx.scope.tenantNo, principalId, userId, ...columns.map(([name]) => values[name] ?? null)],
  );
}

/** R63: what a unit says of itself, where its survivor said nothing. */
export async function reassignProfile(tx: Tx, from: number, to: number): Promise<void> {
  await tx.query(
    `update registry.enterprise_profile p set principal_id = $2, version = version + 1, updated_at = now() where p.principal_id = $1
       and not exists (select 1 from registry.enterprise_profile o where o.tenant_no = p.tenant_no and o.principal_id = $2)`,
    [from, to],
  );
}
