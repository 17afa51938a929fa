import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { DuplicateKind } from '#modules/registry/contract/duplicate/duplicate.ts';
import { foundSql } from './pairs.ts';

/**
 * Looks for the likes of rows that were touched and keeps what it finds. R65: a pair somebody looked at comes back only when what it rests on
 * changed; one whose reasons are gone is forgotten while it is open.
 */
async function look(tx: Tx, kind: DuplicateKind, ids: readonly number[] | null, since: string | null): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `with ${foundSql(kind)}, gone as (
       delete from registry.duplicate_candidate d where d.tenant_no = kit.tenant() and d.kind = $3 and d.status = 'open'
         and (d.left_id in (select id from fresh) or d.right_id in (select id from fresh))
         and not exists (select 1 from found f where f.l = d.left_id and f.r = d.right_id)
     ), kept as (
       insert into registry.duplicate_candidate as d (tenant_no, region_code, kind, left_id, right_id, score, reasons, basis)
       select kit.tenant(), f.region_code, $3, f.l, f.r, f.score, f.reasons, f.basis from found f order by f.l, f.r
       on conflict (tenant_no, kind, left_id, right_id) do update set region_code = excluded.region_code, score = excluded.score, reasons = excluded.reasons,
         basis = excluded.basis, status = 'open', found_at = now(), decided_by = null, decided_at = null, remark = null, version = d.version + 1, updated_at = now()
       where d.basis <> excluded.basis and d.status in ('open', 'notDuplicate')
       returning 1
     ) select count(*)::int as n from kept`,
    [ids, since, kind],
  );
  return row?.n ?? 0;
}

/** R61, when something is saved; the other of a pair may lie beyond the caller's sight. */
export const noteDuplicates = async (tx: Tx, kind: DuplicateKind, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  await inTenant(tx, tx.scope.tenantNo, 'duplicates', (whole) => look(whole, kind, ids, null));
};

/** R61, at night: what was made or changed since the last time, or everything the first time. */
export const searchDuplicates = (tx: Tx, kind: DuplicateKind, since: string | null): Promise<number> =>
  look(tx, kind, null, since);

export interface Candidate {
  readonly id: number;
  readonly status: string;
  readonly score: number;
  readonly reasons: readonly string[];
  readonly regionCode: number;
}

/** The pair as the caller sees it. */
export async function findCandidate(
  tx: Tx,
  kind: DuplicateKind,
  one: number,
  other: number,
): Promise<Candidate | null> {
  const [row] = await tx.query<Candidate>(
    `select id, status, score, reasons, region_code as "regionCode" from registry.duplicate_candidate
     where tenant_no = $1 and kind = $2 and left_id = $3 and right_id = $4 for update`,
    [tx.scope.tenantNo, kind, Math.min(one, other), Math.max(one, other)],
  );
  return row ?? null;
}

/** Two rows somebody says are one, though nothing was found about them. */
export async function nameCandidate(
  tx: Tx,
  pair: { readonly kind: DuplicateKind; readonly one: number; readonly other: number; readonly regionCode: number },
): Promise<Candidate> {
  const [row] = await tx.query<Candidate>(
    `insert into registry.duplicate_candidate (tenant_no, region_code, kind, left_id, right_id, score, reasons, basis, created_by, updated_by)
     values ($1, $2, $3, $4, $5, 0, '{named}', '', $6, $6) returning id, status, score, reasons, region_code as "regionCode"`,
    [
      tx.scope.tenantNo,
      pair.regionCode,
      pair.kind,
      Math.min(pair.one, pair.other),
      Math.max(pair.one, pair.other),
      tx.scope.userId,
    ],
  );
  return row as Candidate;
}

export async function settleCandidate(
  tx: Tx,
  id: number,
  status: 'requested' | 'merged' | 'notDuplicate',
  remark: string | null = null,
): Promise<void> {
  await tx.query(
    `update registry.duplicate_candidate set status = $2, remark = coalesce($3, remark), decided_by = case when $2 = 'requested' then null else $4::bigint end,
       decided_at = case when $2 = 'requested' then null else now() end, version = version + 1, updated_by = $4, updated_at = now() where id = $1`,
    [id, status, remark, tx.scope.userId],
  );
}

/** Pairs with a row that is no more: its other likes are told of the survivor when it is looked at again. */
export async function dropOpenOf(tx: Tx, kind: DuplicateKind, id: number): Promise<void> {
  await tx.query(
    `delete from registry.duplicate_candidate where tenant_no = $1 and kind = $2 and status = 'open' and (left_id = $3 or right_id = $3)`,
    [tx.scope.tenantNo, kind, id],
  );
}
