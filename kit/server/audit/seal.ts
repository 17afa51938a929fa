import type { Database, Tx } from '../db/database.ts';
import { makeScope, systemScope } from '../db/scope.ts';
import { marksOf, merkleRoot, rangesOf, sha256 } from './merkle.ts';

/** What a seal says; `sealHash` is the hash of everything above it. */
export interface Seal {
  readonly id: number;
  readonly logName: string;
  readonly fromId: number;
  readonly toId: number;
  readonly rowCount: number;
  /** As a multirange. */
  readonly rowIds: string;
  /** Microseconds since 1970, as text. */
  readonly fromTime: string;
  readonly toTime: string;
  readonly rowMarks: string;
  readonly rowsRoot: string;
  readonly prevHash: string;
  readonly sealHash: string;
  /** ISO 8601, to the millisecond. */
  readonly sealedAt: string;
}

interface Waiting {
  id: number;
  hash: string;
  /** Microseconds since 1970. */
  time: string;
}

/** A batch of rows and the moment it is sealed. */
interface Batch {
  readonly at: Date;
  readonly rows: readonly Waiting[];
}

/** Before the first seal. */
export const firstPrev = '0'.repeat(64);
/** Minutes. */
const mostAhead = 5;
const nobody = makeScope({ tenantNo: -1, userId: null });
const minute = (time: string | Date) => Math.floor(new Date(time).getTime() / 60_000);
const micros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint::text`;

export const sealColumns = `s.id, s.log_name as "logName", s.from_id as "fromId", s.to_id as "toId", s.row_count as "rowCount", s.row_ids::text as "rowIds",
  ${micros('s.from_time')} as "fromTime", ${micros('s.to_time')} as "toTime", encode(s.row_marks, 'hex') as "rowMarks", s.rows_root as "rowsRoot",
  s.prev_hash as "prevHash", s.seal_hash as "sealHash", s.sealed_at as "sealedAt"`;

/** The hash of a seal, over its content in one fixed spelling. */
export function sealHashOf(tenantNo: number, seal: Omit<Seal, 'id' | 'sealHash'>): string {
  const { logName, rowIds, rowCount, fromTime, toTime, rowMarks, rowsRoot, prevHash } = seal;
  const sealedAt = new Date(seal.sealedAt).toISOString();
  return sha256(
    JSON.stringify([1, tenantNo, logName, rowIds, rowCount, fromTime, toTime, rowMarks, rowsRoot, prevHash, sealedAt]),
  );
}

/**
 * Seals what waits, in every tenant and log; called every few seconds, cuts once a minute. A row waits from the moment
 * its transaction ended, so it enters the first seal cut after that, however old its id is.
 */
export async function cutSeals(database: Database, at = new Date()): Promise<number> {
  const [due] = await database.read<[{ tenant_no: number; log_name: string }]>(nobody, {
    text: 'select tenant_no, log_name from kit.unsealed_logs()',
    values: [],
  });
  let cut = 0;
  for (const { tenant_no, log_name } of due)
    cut += await database.transaction(systemScope(tenant_no, 'seal'), (tx) => cutSeal(tx, log_name, at));
  return cut;
}

async function cutSeal(tx: Tx, logName: string, at: Date): Promise<number> {
  // Of several workers one cuts; the others find the minute taken.
  await tx.query('select pg_advisory_xact_lock(7322, hashtext($1))', [`${tx.scope.tenantNo} ${logName}`]);
  const last = await lastSeal(tx, logName);
  // A seal of this minute, or of a worker whose clock is a little ahead; one from far ahead tells of a clock that was put back since.
  const ahead = last ? minute(last.sealedAt) - minute(at) : -1;
  if (ahead >= 0 && ahead < mostAhead) return 0;
  return saveSeals(tx, logName, last, [{ at, rows: await waiting(tx, logName, at) }]);
}

/** Seals rows of the past step by step, as if it had been done then: for worlds that are loaded, not lived. */
export async function sealPast(tx: Tx, logName: string, before: Date, stepMs: number): Promise<number> {
  const batches = new Map<number, Waiting[]>();
  for (const row of await waiting(tx, logName, before)) {
    const step = Math.floor(Number(row.time) / 1000 / stepMs);
    batches.set(step, [...(batches.get(step) ?? []), row]);
  }
  const steps = [...batches].sort(([one], [other]) => one - other);
  return saveSeals(
    tx,
    logName,
    await lastSeal(tx, logName),
    steps.map(([step, rows]) => ({ at: new Date((step + 1) * stepMs), rows })),
  );
}

async function lastSeal(tx: Tx, logName: string): Promise<Seal | undefined> {
  const [last] = await tx.query<Seal>(
    `select ${sealColumns} from kit.audit_seal s where tenant_no = $1 and log_name = $2 order by id desc limit 1`,
    [tx.scope.tenantNo, logName],
  );
  return last;
}

const waiting = (tx: Tx, logName: string, before: Date): Promise<Waiting[]> =>
  tx.query<Waiting>(
    `select row_id as id, row_hash as hash, ${micros('happened_at')} as time from kit.unsealed_row where tenant_no = $1 and log_name = $2 and happened_at <= $3`,
    [tx.scope.tenantNo, logName, before],
  );

/** The database takes the rows from the queue as it writes their seals, never apart. */
async function saveSeals(
  tx: Tx,
  logName: string,
  last: Pick<Seal, 'sealHash'> | undefined,
  batches: readonly Batch[],
): Promise<number> {
  let prevHash = last?.sealHash ?? firstPrev;
  const seals: Omit<Seal, 'id'>[] = [];
  for (const { at, rows } of batches) {
    if (rows.length === 0) continue;
    const sorted = rows.toSorted((one, other) => one.id - other.id);
    const hashes = sorted.map((one) => one.hash);
    const times = sorted.map((one) => one.time).toSorted((one, other) => Number(one) - Number(other));
    const content = {
      logName,
      fromId: sorted[0]?.id ?? 0,
      toId: sorted.at(-1)?.id ?? 0,
      rowCount: sorted.length,
      rowIds: rangesOf(sorted.map((one) => one.id)),
      fromTime: times[0] ?? '0',
      toTime: times.at(-1) ?? '0',
      rowMarks: marksOf(hashes),
      rowsRoot: merkleRoot(hashes),
      prevHash,
      sealedAt: at.toISOString(),
    };
    const sealHash = sealHashOf(tx.scope.tenantNo, content);
    seals.push({ ...content, sealHash });
    prevHash = sealHash;
  }
  if (seals.length > 0) await tx.query('select kit.save_seals($1, $2::jsonb)', [logName, JSON.stringify(seals)]);
  return seals.length;
}
