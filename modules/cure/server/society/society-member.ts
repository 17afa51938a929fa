import type { Tx } from '#kit/server/db/database.ts';
import type { SocietyRow } from './own-society.ts';

export interface Joining {
  readonly applicationId: number;
  readonly on: string;
  readonly validTo: string;
}

/** R93: a number is given once; who comes back gets a new one. */
async function nextNo(tx: Tx, society: SocietyRow, year: string): Promise<string> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('cure.memberNo', $1))", [society.id]);
  const head = `${society.code}${year}`;
  const [row] = await tx.query<{ last: string | null }>(
    `select max(member_no) as last from cure.society_member where tenant_no = kit.tenant()
       and member_no like $1 || '____'`,
    [head],
  );
  return `${head}${String(Number(row?.last?.slice(head.length) ?? 0) + 1).padStart(4, '0')}`;
}

/** The member an application asked for, from the day its fee is confirmed. */
export async function insertMember(tx: Tx, society: SocietyRow, { applicationId, on, validTo }: Joining) {
  const memberNo = await nextNo(tx, society, on.slice(0, 4));
  const [row] = await tx.query<{ id: number }>(
    `insert into cure.society_member (tenant_no, society_id, unit_id, principal_id, region_code, member_kind, member_no,
       member_name, representative, phone_enc, phone_hash, phone_mask, id_card_enc, id_card_hash, id_card_mask, level_id,
       joined_on, valid_to, created_by)
     select a.tenant_no, a.society_id, a.unit_id, a.principal_id,
       (select u.region_code from cure.unit_seen u where u.id = a.principal_id), a.member_kind, $2,
       a.applicant_name, a.representative, a.phone_enc, a.phone_hash, a.phone_mask, a.id_card_enc, a.id_card_hash,
       a.id_card_mask, a.level_id, $3, $4, kit.user_id()
     from cure.member_application a where a.tenant_no = kit.tenant() and a.id = $1 returning id`,
    [applicationId, memberNo, on, validTo],
  );
  return { id: row?.id as number, memberNo };
}

/** R92: a renewed membership goes on where the old one ends; a lower level asked for holds from then on. */
export const renewMember = (tx: Tx, id: number, validTo: string): Promise<unknown> =>
  tx.query(
    `update cure.society_member set valid_to = $2, status = 'active', level_id = coalesce(next_level_id, level_id),
       next_level_id = null, version = version + 1, updated_at = now(), updated_by = kit.user_id() where id = $1`,
    [id, validTo],
  );

export const raiseMember = (tx: Tx, id: number, levelId: number): Promise<unknown> =>
  tx.query(
    `update cure.society_member set level_id = $2, next_level_id = null, version = version + 1, updated_at = now(),
       updated_by = kit.user_id() where id = $1`,
    [id, levelId],
  );

export const lowerMember = (tx: Tx, id: number, levelId: number): Promise<unknown> =>
  tx.query(
    'update cure.society_member set next_level_id = $2, version = version + 1, updated_at = now() where id = $1',
    [id, levelId],
  );

export const quitMember = (tx: Tx, id: number): Promise<unknown> =>
  tx.query(`update cure.society_member set status = 'quit', version = version + 1, updated_at = now() where id = $1`, [
    id,
  ]);

/** R92, R93: what has run out is in grace, then lapsed; two years unpaid is quit. Answers who is to be reminded. */
export async function ageMembers(tx: Tx, on: string) {
  await tx.query(
    `update cure.society_member m set status = n.next, version = m.version + 1, updated_at = now()
     from (select t.id, case when t.valid_to >= $1::date then 'active' when t.valid_to + 730 < $1::date then 'quit'
         when t.valid_to + s.grace_days < $1::date then 'lapsed' else 'grace' end as next
       from cure.society_member t join cure.society s on s.id = t.society_id
       where t.tenant_no = kit.tenant() and t.status in ('active', 'grace', 'lapsed')) n
     where n.id = m.id and n.next <> m.status`,
    [on],
  );
  return tx.query<{ id: number; name: string; days: number; users: number[] }>(
    `select m.id, m.member_name as name, m.valid_to - $1::date as days,
       array(select u.id from cure.user_seen u where u.principal_id = m.principal_id and u.status = 'active'
         order by u.id limit 20) as users
     from cure.society_member m
     where m.tenant_no = kit.tenant() and m.status = 'active' and m.valid_to - $1::date in (60, 30, 7)`,
    [on],
  );
}

export const reassignMembers = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update cure.society_member m set principal_id = $2 where m.tenant_no = kit.tenant() and m.principal_id = $1
       and m.status in ('active', 'grace', 'lapsed') and not exists (select 1 from cure.society_member o
         where o.tenant_no = m.tenant_no and o.society_id = m.society_id and o.principal_id = $2
           and o.status in ('active', 'grace', 'lapsed'))`,
    [from, to],
  );
