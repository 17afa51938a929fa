import type { Tx } from '#kit/server/db/database.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import type { MemberJoin } from '#modules/cure/contract/society/join.ts';
import type { SocietyRow } from './own-society.ts';

export const setMemberOf = (tx: Tx, applicationId: number, memberId: number): Promise<unknown> =>
  tx.query('update cure.member_application set member_id = $2 where id = $1', [applicationId, memberId]);

export const reassignApplications = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update cure.member_application set principal_id = $2 where tenant_no = kit.tenant() and principal_id = $1
       and status in ('submitted', 'checked', 'returned') and not exists (select 1 from cure.member_application o
         where o.tenant_no = kit.tenant() and o.principal_id = $2
           and o.status in ('submitted', 'checked', 'returned'))`,
    [from, to],
  );

/** Of somebody who came by a link and has no account. */
export async function insertByLink(
  tx: Tx,
  form: MemberJoin,
  about: { readonly society: SocietyRow; readonly principalId: number | null; readonly inviteId: number },
): Promise<{ id: number; docNo: string }> {
  const personal = [
    ...piiColumns('phone', 'phone', form.phone, tx.scope.tenantNo),
    ...piiColumns('id_card', 'idCard', form.idCard ?? null, tx.scope.tenantNo),
  ];
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into cure.member_application (tenant_no, society_id, unit_id, principal_id, doc_no, kind, member_kind,
       credit_code, applicant_name, representative, level_id, remark, invite_id,
       ${personal.map(([name]) => name).join(', ')})
     values (kit.tenant(), $1, $2, $3, kit.doc_no('CM'), 'join', $4, $5, $6, $7, $8, $9, $10,
       ${personal.map((_, at) => `$${at + 11}`).join(', ')}) returning id, doc_no as "docNo"`,
    [
      about.society.id,
      about.society.unitId,
      about.principalId,
      form.memberKind,
      form.creditCode ?? null,
      form.applicantName,
      form.representative ?? null,
      form.levelId,
      form.remark ?? null,
      about.inviteId,
      ...personal.map(([, value]) => value),
    ],
  );
  return row as { id: number; docNo: string };
}
