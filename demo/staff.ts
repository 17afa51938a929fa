import type { Tx } from '#kit/server/db/database.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { hashPassword, openTask } from '#modules/platform/server/index.ts';
import { counties } from './places.ts';
import { personName } from './principals.ts';
import type { Random } from './random.ts';

interface Member {
  unit: string;
  role: string;
  regions: number[];
}

/** Eight counties of thirty: an office of nine, and three stations of seven. */
function members(): Member[] {
  return counties.flatMap((county) => {
    const office = [
      'region_manager',
      'ant_county',
      'ant_county',
      'sign_county',
      'breed_county',
      'trace_county',
      'cure_admin',
      'price_collector',
      'depot_keeper',
    ].map((role): Member => ({ unit: `county ${county.code}`, role, regions: [] }));
    const stations = [county.story, ...county.further].flatMap((town) =>
      ['ant_township', 'official_vet', 'depot_keeper', ...Array.from({ length: 4 }, () => 'ant_worker')].map(
        (role, at): Member => ({
          unit: `station ${town.code}`,
          role,
          // Workers of the story townships have villages of their own; the last village of some has nobody.
          regions: role === 'ant_worker' && town === county.story ? county.story.villages.slice(at - 3, at - 2) : [],
        }),
      ),
    );
    return [...office, ...stations];
  });
}

/** What is not as it should be: told by the counters above the list of users. */
const waiting = 12;
const rejected = 2;
const locked = 3;
const unused = 9;

/** The 240 named staff. Nobody logs in as them: one password that nobody was told, hashed once. */
export async function saveStaff(tx: Tx, ids: ReadonlyMap<string, number>, random: Random): Promise<number> {
  const hash = await hashPassword(`${Date.now()}${Math.random()}Aa`);
  const roles = new Map(
    (
      await tx.query<{ id: number; role_code: string }>(
        'select id, role_code from platform.sys_role where tenant_no = 0',
      )
    ).map((row) => [row.role_code, row.id]),
  );
  const [maker] = await tx.query<{ id: number }>("select id from platform.sys_user where username = 'tl_admin'");
  const [granter] = await tx.query<{ id: number }>("select id from platform.sys_user where username = 'tl_sec'");
  const all = members();
  const special = all.length - waiting - rejected;
  const rows = all.map((member, at) => {
    const isWaiting = at >= special && at < special + waiting;
    const status = at >= special + waiting ? 'rejected' : isWaiting ? 'pending' : 'active';
    const name = personName(random);
    const number = `139${String(47500000 + at * 613 + random.int(0, 600)).padStart(8, '0')}`;
    const [enc, search, mask] = piiColumns('phone', 'phone', number, tx.scope.tenantNo).map(([, value]) => value);
    const isUnused = status === 'active' && at % 25 === 7 && at / 25 < unused;
    const daysAgo = isUnused ? random.int(95, 200) : random.int(0, 20);
    return {
      username: `staff${String(at + 1).padStart(3, '0')}`,
      name,
      principal: ids.get(member.unit),
      status,
      sex: random.pick(['male', 'male', 'female']),
      enc,
      search,
      mask,
      role: roles.get(member.role),
      regions: member.regions,
      // One waits three days already, the others since yesterday or today.
      made: status === 'pending' ? (at === special ? 72 : random.int(2, 30)) : random.int(210, 700) * 24,
      seen: status === 'active' ? daysAgo * 24 + random.int(1, 9) : null,
      locked: status === 'active' && at % 60 === 31 && at / 60 < locked,
    };
  });
  await tx.query(
    `with given as (
       select * from jsonb_to_recordset($2::jsonb) as r(username text, name text, principal bigint, status text, sex text, enc text, search text, mask text, role bigint,
         regions jsonb, made int, seen int, locked boolean)
     ), made as (
       insert into platform.sys_user (tenant_no, username, nickname, real_name, principal_id, status, sex, phone_enc, phone_hash, phone_mask, password_hash, password_changed_at,
         role_ids, region_codes, last_login_time, last_login_ip, locked_until, fail_count, created_by, created_at, updated_at)
       select $1, username, name, name, principal, status, sex, enc, search, mask, case when status = 'active' then $3 end, now(), to_jsonb(array[role]), regions,
         now() - make_interval(hours => seen), case when seen is not null then '10.15.5.' || (20 + length(name) * 7)::text end,
         case when locked then now() + interval '2 hours' end, case when locked then 5 else 0 end, $4, now() - make_interval(hours => made), now() - make_interval(hours => made)
       from given order by username returning id, status, role_ids, region_codes, created_at
     ), regions as (
       insert into platform.sys_user_jurisdiction (tenant_no, user_id, region_code)
       select $1, id, r::bigint from made, jsonb_array_elements_text(region_codes) r where status = 'active'
     )
     insert into platform.sys_user_role (tenant_no, user_id, role_id, granted_by, granted_at)
     select $1, id, (role_ids ->> 0)::bigint, $5, created_at from made where status = 'active'`,
    [tx.scope.tenantNo, JSON.stringify(rows), hash, maker?.id, granter?.id],
  );
  const pending = await tx.query<{ id: number; username: string; root: number }>(
    `select u.id, u.username, s.principal_id as root from platform.sys_user u, platform.sys_user s where u.status = 'pending' and s.username = 'tl_sec' order by u.id`,
  );
  for (const { id, username, root } of pending)
    await openTask(tx, {
      taskType: 'authorise',
      taskName: { key: 'platform.sysUser.taskAuthorise', args: { name: username } },
      entity: 'platform.sysUser',
      entityId: id,
      linkPath: `/system/userAuthorization?keyword=${username}`,
      permission: 'sys:user:authorise',
      regionCode: 150500000000,
      principalId: root,
    });
  return rows.length;
}
