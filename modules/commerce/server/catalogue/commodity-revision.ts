import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Content } from './commodity.ts';

export async function submitRevision(tx: Tx, commodityId: number, revision: number, content: Content): Promise<void> {
  await tx.query(
    `insert into commerce.commodity_revision (tenant_no, commodity_id, revision, content, state)
     values (kit.tenant(), $1, $2, $3, 'submitted')`,
    [commodityId, revision, JSON.stringify(content)],
  );
}

export interface Decision {
  readonly state: 'approved' | 'rejected' | 'withdrawn';
  readonly reviewerId: number | null;
  readonly reasons?: Readonly<Record<string, string>> | null;
  readonly note?: string | null;
}
/** Of the one that waits; answers what it says. */
export async function decideRevision(tx: Tx, commodityId: number, decision: Decision) {
  const [row] = await tx.query<{ revision: number; content: Content }>(
    `update commerce.commodity_revision set state = $2, reviewer_id = $3, reasons = $4, note = $5, decided_at = now()
     where commodity_id = $1 and state = 'submitted' returning revision, content`,
    [
      commodityId,
      decision.state,
      decision.reviewerId,
      decision.reasons ? JSON.stringify(decision.reasons) : null,
      decision.note ?? null,
    ],
  );
  if (!row) throw notFound();
  return row;
}

export async function revisionOf(tx: Tx, commodityId: number, revision: number): Promise<Content | null> {
  const [row] = await tx.query<{ content: Content }>(
    'select content from commerce.commodity_revision where commodity_id = $1 and revision = $2',
    [commodityId, revision],
  );
  return row?.content ?? null;
}
