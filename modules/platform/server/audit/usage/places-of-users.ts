import { levelOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { onForget } from '#kit/server/forget.ts';
import { hasPassed } from '#kit/server/has-passed.ts';
import { directory } from '../../account/directory.ts';

export interface UserPlace {
  readonly userId: number;
  readonly isActive: boolean;
  readonly regionCode: number;
  readonly principalType: string;
}

const keptFor = 60_000;
const kept = new Map<number, { at: number; places: readonly UserPlace[] }>();
onForget(() => kept.clear());

export const townOf = (code: number): number | null => (levelOf(code) >= 4 ? Math.floor(code / 1000) * 1000 : null);

/** Where everybody of the tenant works: in the township of their own regions if all lie in one, else where the organisation is. */
export async function placesOfUsers(tx: Tx, isFresh = false): Promise<readonly UserPlace[]> {
  const known = kept.get(tx.scope.tenantNo);
  if (!isFresh && known && !hasPassed(known.at, keptFor)) return known.places;
  const users = await tx.query<{ id: number; principal_id: number; status: string; regions: number[] }>(
    `select u.id, u.principal_id, u.status, array(select j.region_code from platform.sys_user_jurisdiction j where j.tenant_no = u.tenant_no and j.user_id = u.id) as regions
     from platform.sys_user u where u.tenant_no = $1`,
    [tx.scope.tenantNo],
  );
  const ids = [...new Set(users.map((one) => one.principal_id))];
  const units = new Map((await directory().places(tx, { ids, whole: true })).map((unit) => [unit.id, unit]));
  const places = users.flatMap(({ id, principal_id, status, regions }): UserPlace[] => {
    const unit = units.get(principal_id);
    if (!unit) return [];
    const towns = new Set(regions.map(townOf));
    const [town] = towns;
    return [
      {
        userId: id,
        isActive: status === 'active',
        regionCode: towns.size === 1 && town ? (regions[0] as number) : unit.regionCode,
        principalType: unit.type,
      },
    ];
  });
  kept.set(tx.scope.tenantNo, { at: Date.now(), places });
  return places;
}
