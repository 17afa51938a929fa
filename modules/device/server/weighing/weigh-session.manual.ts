import type { Tx } from '#kit/server/db/database.ts';
import { sessionPosted } from '../extension-points.ts';
import { post, type Session, takeWeights } from './weigh-session.ts';

export interface PostedWeights {
  principalId: number;
  regionCode: number;
  species: string;
  purpose: string;
  at: string;
  records: readonly { earTag: string; kg: number; bcs?: number }[];
  /** Why it is taken in although it looks odd; without one an outlier refuses the whole (R45). */
  note?: string;
}

/** Weights another module took itself: a session by hand, posted in the caller's transaction. Answers its id. */
export async function postWeights(tx: Tx, asked: PostedWeights): Promise<number> {
  const { principalId, regionCode, species, purpose, at, records, note = null } = asked;
  const [session] = await tx.query<Session>(
    `insert into device.weigh_session (tenant_no, region_code, principal_id, doc_no, species, purpose, started_at,
       ended_at, status, created_by)
     values ($1, $2, $3, kit.doc_no('WS'), $4, $5, $6, $6, 'posted', $7)
     returning id, doc_no as "docNo", principal_id as "principalId", region_code as "regionCode", species, purpose,
       status, ended_at as "endedAt"`,
    [tx.scope.tenantNo, regionCode, principalId, species, purpose, at, tx.scope.userId],
  );
  if (!session) throw new Error('no session');
  await takeWeights(
    tx,
    session,
    records.map(({ earTag, kg, bcs }, n) => ({ n: n + 1, at, tag: earTag, kg, bcs: bcs ?? null, note, manual: true })),
  );
  await post(tx, session);
  await sessionPosted.tell(tx, session);
  return session.id;
}
