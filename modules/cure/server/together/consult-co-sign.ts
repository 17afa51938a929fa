import { wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { ConsultRow } from '../consult/consult.ts';

export interface CoSign {
  readonly consultId: number;
  readonly no: number;
  readonly expertId: number | null;
  readonly inviteId: number | null;
  readonly name: string;
  readonly agrees: boolean;
  readonly text: string;
}

/** R17: once under each opinion, and never edited; the number of the newest is the only one to sign. */
export async function insertCoSign(tx: Tx, sign: CoSign, actor: number | null): Promise<void> {
  const [newest] = await tx.query<{ no: number }>(
    'select max(no) as no from cure.consult_opinion where tenant_no = kit.tenant() and consult_id = $1',
    [sign.consultId],
  );
  const [made] =
    newest?.no === sign.no
      ? await tx.query(
          `insert into cure.consult_co_sign (tenant_no, consult_id, opinion_no, expert_id, invite_id, shown_name,
             agrees, words, created_by)
           values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`,
          [sign.consultId, sign.no, sign.expertId, sign.inviteId, sign.name, sign.agrees, sign.text, actor],
        )
      : [];
  if (!made) throw wrongState('cure.coConsult.signed', 'cure.coConsult.sign');
}

/** Under an opinion `o`, in the order they were given. */
export const coSignsOf = `coalesce((select jsonb_agg(jsonb_build_object('name', s.shown_name, 'agrees', s.agrees,
    'words', s.words, 'at', s.created_at) order by s.id) from cure.consult_co_sign s
  where s.tenant_no = o.tenant_no and s.consult_id = o.consult_id and s.opinion_no = o.no), '[]'::jsonb)`;

/** Whoever was asked in and has not yet said what they think of the newest opinion. */
export async function mayCoSign(tx: Tx, consult: ConsultRow, userId: number): Promise<boolean> {
  const [row] = await tx.query(
    `select 1 from cure.consult_party p join cure.expert e on e.tenant_no = p.tenant_no and e.user_id = p.user_id
     where p.tenant_no = kit.tenant() and p.consult_id = $1 and p.user_id = $2 and p.role = 'coExpert'
       and exists (select 1 from cure.consult_opinion o where o.tenant_no = p.tenant_no and o.consult_id = $1)
       and not exists (select 1 from cure.consult_co_sign s where s.tenant_no = p.tenant_no and s.consult_id = $1
         and s.expert_id = e.id and s.opinion_no = (select max(o.no) from cure.consult_opinion o
           where o.tenant_no = p.tenant_no and o.consult_id = $1))`,
    [consult.id, userId],
  );
  return row !== undefined;
}
