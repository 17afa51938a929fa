import type { Tx } from '#kit/server/db/database.ts';

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
