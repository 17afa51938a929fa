import type { Tx } from '#kit/server/db/database.ts';
import { counties } from './places.ts';

const parts = [
  ['pri:principal:list', 'pri:principal:view', 'pri:principal:edit', 'pri:staff:list'],
  ['pri:staff:list', 'pri:staff:add', 'pri:staff:edit', 'pri:grid:list', 'pri:grid:edit'],
  ['pri:document:list', 'pri:document:verify', 'pri:enclosure:list'],
];

/** In every county an official has handed parts of the work on: one grant without end, one for a month, one taken back. */
export async function saveSubAdmins(tx: Tx, today: string): Promise<void> {
  const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  for (const county of counties) {
    const people = await tx.query<{ staffId: number; userId: number; unit: number; role: string }>(
      `select s.id as "staffId", s.user_id as "userId", s.principal_id as unit, r.role_code as role
       from registry.staff s join platform.sys_user u on u.id = s.user_id and u.status = 'active' and u.principal_id = s.principal_id
       join registry.principal p on p.id = s.principal_id and p.principal_unit_type = 'authority'
       join registry.principal_jurisdiction j on j.principal_id = p.id and j.region_code = $1
       join platform.sys_user_role ur on ur.user_id = u.id join platform.sys_role r on r.id = ur.role_id where s.status = 'active' order by s.id`,
      [county.code],
    );
    const giver = people.find((one) => one.role === 'region_manager');
    // Keepers stay keepers: what they may do is tried elsewhere.
    const others = people.filter(
      ({ role, userId }) => !['region_manager', 'depot_keeper'].includes(role) && userId !== giver?.userId,
    );
    if (!giver) continue;
    const towns = [county.story, ...county.further].map((town) => town.code);
    for (const [at, actions] of parts.entries()) {
      const one = others[at + 1];
      if (!one) continue;
      await tx.query(
        `insert into registry.sub_admin (tenant_no, principal_id, staff_id, user_id, actions, menu_ids, region_codes, granted_by, expire_on, status, created_by, updated_by)
         values ($1, $2, $3, $4, $5, (select coalesce(jsonb_agg(m.id), '[]') from platform.sys_menu m where $5::jsonb ? m.permission), $6, $7, $8, $9, $7, $7)`,
        [
          tx.scope.tenantNo,
          one.unit,
          one.staffId,
          one.userId,
          JSON.stringify(actions),
          JSON.stringify(towns.slice(0, at + 1)),
          giver.userId,
          at === 0 ? null : day(at === 1 ? 30 : -20),
          at === 2 ? 'revoked' : 'active',
        ],
      );
    }
  }
}
