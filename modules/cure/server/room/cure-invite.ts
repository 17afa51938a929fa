import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '#kit/server/db/database.ts';
import type { JoinKind, JoinLink } from '#modules/cure/contract/society/join.ts';

export interface Invite {
  readonly id: number;
  readonly userId: number;
  readonly kind: 'roomGuest' | 'expertCase' | JoinKind;
  /** What it leads to: a case, or a society to join. */
  readonly consultId: number | null;
  readonly societyId: number | null;
  readonly shownName: string;
  readonly validUntil: string;
  readonly answer: string | null;
  readonly status: string;
}

const digest = (secret: string) => createHash('sha256').update(secret).digest('hex');
const columns = `i.id, i.user_id as "userId", i.kind, i.consult_id as "consultId", i.society_id as "societyId", i.shown_name as "shownName",
  i.valid_until as "validUntil", i.answer, case when i.status = 'open' and i.valid_until < now() then 'expired'
  else i.status end as status`;

/** The tenant stands before the key: whoever comes without an account names it by this. */
export const tenantOfKey = (k: string): number => Number(/^(\d{1,9})-[\w-]{43}$/.exec(k)?.[1] ?? -1);

/** 256 random bits; the key is answered once and only its digest kept. */
export async function insertInvite(
  tx: Tx,
  made: Pick<Invite, 'userId' | 'kind' | 'consultId' | 'societyId' | 'shownName'> & { hours: number; maxUses?: number },
): Promise<{ id: number; key: string; validUntil: string }> {
  const secret = randomBytes(32).toString('base64url');
  const [row] = await tx.query<{ id: number; validUntil: string }>(
    `insert into cure.cure_invite (tenant_no, user_id, kind, key_hash, consult_id, shown_name, valid_until,
       society_id, max_uses)
     values (kit.tenant(), $1, $2, $3, $4, $5, now() + make_interval(hours => $6), $7, $8)
     returning id, valid_until as "validUntil"`,
    [
      made.userId,
      made.kind,
      digest(secret),
      made.consultId,
      made.shownName,
      made.hours,
      made.societyId,
      made.maxUses ?? 1,
    ],
  );
  return { id: row?.id ?? 0, validUntil: row?.validUntil ?? '', key: `${tx.scope.tenantNo}-${secret}` };
}

/** R29: null for a key that is wrong, has run out or was taken back; all look the same from outside. */
export async function inviteOfKey(tx: Tx, k: string): Promise<Invite | null> {
  const [row] = await tx.query<Invite>(
    `select ${columns} from cure.cure_invite i where i.tenant_no = kit.tenant() and i.key_hash = $1`,
    [digest(k.slice(k.indexOf('-') + 1))],
  );
  return row?.status === 'open' ? row : null;
}

export async function inviteOf(tx: Tx, id: number): Promise<Invite | null> {
  const [row] = await tx.query<Invite>(
    `select ${columns} from cure.cure_invite i where i.tenant_no = kit.tenant() and i.id = $1`,
    [id],
  );
  return row ?? null;
}

export type CaseInvite = Invite & { readonly kind: 'roomGuest' | 'expertCase'; readonly consultId: number };
export const leadsToCase = (invite: Invite): invite is CaseInvite => invite.consultId !== null;

export const invitesOf = async (tx: Pick<Tx, 'query'>, consultId: number): Promise<CaseInvite[]> =>
  (
    await tx.query<Invite>(
      `select ${columns} from cure.cure_invite i where i.tenant_no = kit.tenant() and i.consult_id = $1
       order by i.id desc limit 50`,
      [consultId],
    )
  ).filter(leadsToCase);

export const useInvite = (tx: Tx, id: number): Promise<unknown> =>
  tx.query('update cure.cure_invite set uses = uses + 1, last_used_at = now() where id = $1', [id]);

/** One more came by a link to join by; false where it is used up. */
export const countUse = async (tx: Tx, id: number): Promise<boolean> =>
  (
    await tx.query(
      `update cure.cure_invite set uses = uses + 1, last_used_at = now(),
         status = case when uses + 1 >= max_uses then 'used' else status end
       where id = $1 and status = 'open' and uses < max_uses returning id`,
      [id],
    )
  ).length > 0;

export const joinLinksOf = (tx: Pick<Tx, 'query'>, societyId: number, kind: JoinKind, userId: number) =>
  tx.query<JoinLink>(
    `select i.id, i.kind, i.valid_until as "validUntil", i.uses, i.max_uses as "maxUses",
       case when i.status = 'open' and i.valid_until < now() then 'expired' else i.status end as status
     from cure.cure_invite i where i.tenant_no = kit.tenant() and i.society_id = $1 and i.kind = $2 and i.user_id = $3
     order by i.id desc limit 20`,
    [societyId, kind, userId],
  );

export const revokeJoin = (tx: Tx, id: number): Promise<unknown> =>
  tx.query(`update cure.cure_invite set status = 'revoked' where id = $1 and status = 'open'`, [id]);

export const answerOf = (tx: Tx, id: number, answer: string, reason: string | null): Promise<unknown> =>
  tx.query(
    `update cure.cure_invite set answer = $2, decline_reason = $3,
       status = case when $2 = 'declined' then 'used' else status end where id = $1`,
    [id, answer, reason],
  );

/** One of them, or with no number all of a consult that is over. */
export const revokeInvites = (tx: Tx, consultId: number, id: number | null): Promise<unknown> =>
  tx.query(
    `update cure.cure_invite set status = 'revoked' where tenant_no = kit.tenant() and consult_id = $1
       and ($2::bigint is null or id = $2) and status = 'open'`,
    [consultId, id],
  );
