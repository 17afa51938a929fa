import type { Tx } from '#kit/server/db/database.ts';
import type { ConsultRow } from './consult.ts';
import type { Scored } from './dispatch.ts';

export interface NewOffer {
  readonly consult: ConsultRow;
  readonly expertId: number;
  readonly userId: number;
  readonly kind: 'duty' | 'assigned' | 'coConsult';
  readonly scored: Pick<Scored, 'score' | 'parts'>;
  readonly answerBy: Date;
}

export async function insertOffer(tx: Tx, one: NewOffer, actor: number | null): Promise<number> {
  const { consult } = one;
  const [row] = await tx.query<{ id: number }>(
    `insert into cure.consult_offer (tenant_no, consult_id, expert_id, user_id, centre_id, upper_id, kind, urgency,
      species, signs, county_code, wants,
       score, score_parts, answer_by, created_by)
     values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id`,
    [
      consult.id,
      one.expertId,
      one.userId,
      consult.centreId,
      consult.upperId,
      one.kind,
      consult.urgency,
      consult.species,
      consult.signs,
      Math.floor(consult.regionCode / 1e6) * 1e6,
      consult.wants,
      one.scored.score,
      JSON.stringify(one.scored.parts),
      one.answerBy.toISOString(),
      actor,
    ],
  );
  return row?.id as number;
}

/** Ends an offer that is open still; answers whether it was. */
export async function endOffer(
  tx: Tx,
  id: number,
  status: 'lapsed' | 'withdrawn',
): Promise<{ consultId: number; kind: string } | null> {
  const [row] = await tx.query<{ consultId: number; kind: string }>(
    `update cure.consult_offer set status = $2, version = version + 1, updated_at = now() where id = $1
      and status = 'open'
     returning consult_id as "consultId", kind`,
    [id, status],
  );
  return row ?? null;
}

/** Those that look for somebody in charge; with `all` also invitations of further experts. */
export const withdrawOffers = (tx: Tx, consultId: number, all = false): Promise<unknown> =>
  tx.query(
    `update cure.consult_offer set status = 'withdrawn', version = version + 1, updated_at = now()
      where consult_id = $1 and status = 'open' and ($2 or kind in ('duty', 'assigned'))`,
    [consultId, all],
  );
