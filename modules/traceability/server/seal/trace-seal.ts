import { createHash } from 'node:crypto';
import type { Tx } from '#kit/server/db/database.ts';
import { type Hash, leafOf, nodeOf } from '#modules/traceability/contract/seal/merkle.ts';
import { type Seal, sealHashOf } from '#modules/traceability/contract/seal/proof.ts';
import { signSeal } from './signing.ts';
import { insertNodes, type TreeNode } from './trace-seal-node.ts';
import { insertRuns, type Leaf, leavesOf, markSealed } from './trace-seal-run.ts';

export const sha: Hash = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
/** Nodes below this level are computed from their leaves when a proof asks for them: few, for each may lie in any month. */
const keptLevel = 5;
const blockSize = 2 ** keptLevel;

export const nothing = '00'.repeat(32);
export const sealSql = `select id, seal_no as "sealNo",
  to_char(cut_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "cutAt", leaf_count as "leafCount", root,
  prev_seal_hash as "prevSealHash", seal_hash as "sealHash", signature, public_key as "publicKey"
  from traceability.trace_seal where tenant_no = kit.tenant()`;
export type StoredSeal = Seal & { readonly id: number };

/** Every level above the blocks, the last one the root; a node without a brother goes up as it is. */
function above(blocks: readonly Uint8Array[]): Uint8Array[][] {
  const levels: Uint8Array[][] = [[...blocks]];
  for (let level = levels[0] ?? []; level.length > 1; ) {
    const next: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at] as Uint8Array, level[at + 1]];
      next.push(right ? nodeOf(left, right, sha) : left);
    }
    levels.push(next);
    level = next;
  }
  return levels;
}

export function foldBlock(leaves: readonly Uint8Array[]): Uint8Array {
  let level = leaves.map((one) => leafOf(one, sha));
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at] as Uint8Array, level[at + 1]];
      next.push(right ? nodeOf(left, right, sha) : left);
    }
    level = next;
  }
  return level[0] as Uint8Array;
}

/** The tree over leaves that come one after the other; only nodes from `keptLevel` on are held in memory. */
export async function treeOf(leaves: AsyncIterable<Leaf>): Promise<{ root: string; nodes: TreeNode[]; count: number }> {
  const blocks: Uint8Array[] = [];
  let block: Uint8Array[] = [];
  let count = 0;
  for await (const one of leaves) {
    block.push(one.hash);
    count += 1;
    if (block.length === blockSize) {
      blocks.push(foldBlock(block));
      block = [];
    }
  }
  if (block.length > 0) blocks.push(foldBlock(block));
  if (count === 0) return { root: Buffer.from(sha()).toString('hex'), nodes: [], count };
  const levels = above(blocks);
  const nodes = levels.flatMap((level, index) =>
    level.map((hash, at) => ({ level: keptLevel + index, at, hash: Buffer.from(hash) })),
  );
  return { root: Buffer.from(levels.at(-1)?.[0] as Uint8Array).toString('hex'), nodes, count };
}

/**
 * R3: the seal of a day, also of one without events. Whatever is recorded and not in a seal yet goes into this one, in the order of
 * lives; what commits later is found at the next cut. Two who cut at once come one after the other.
 */
export async function cutSeal(tx: Tx, cutAt: Date = new Date()): Promise<{ sealNo: number; leafCount: number }> {
  // The first seal takes in all lives there are: millions of runs in one statement, longer than any request may last.
  await tx.query("select set_config('statement_timeout', '600s', true)");
  await tx.query("select pg_advisory_xact_lock(hashtextextended('traceSeal', kit.tenant()))");
  const [last] = await tx.query<StoredSeal>(`${sealSql} order by seal_no desc limit 1`);
  const sealNo = (last?.sealNo ?? 0) + 1;
  await insertRuns(tx, sealNo);
  const { root, nodes, count } = await treeOf(leavesOf(tx, sealNo));
  await insertNodes(tx, sealNo, nodes);
  await markSealed(tx, sealNo);
  const facts = {
    sealNo,
    cutAt: cutAt.toISOString(),
    leafCount: count,
    root,
    prevSealHash: last?.sealHash ?? nothing,
  };
  const sealHash = sealHashOf(facts);
  const { signature, publicKey } = signSeal(sealHash, tx.scope.tenantNo);
  await tx.query(
    `insert into traceability.trace_seal (tenant_no, seal_no, cut_at, leaf_count, root, prev_seal_hash, seal_hash,
       signature, public_key) values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8)`,
    [sealNo, facts.cutAt, count, root, facts.prevSealHash, sealHash, signature, publicKey],
  );
  return { sealNo, leafCount: count };
}

/** Seals of a day: none, or the one that was cut. */
export async function sealedToday(tx: Tx, day: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from traceability.trace_seal
     where tenant_no = kit.tenant() and (cut_at at time zone 'Asia/Shanghai')::date = $1::date limit 1`,
    [day],
  );
  return rows.length > 0;
}

export const noteChecked = (tx: Tx, sealNo: number, state: 'ok' | 'broken'): Promise<unknown> =>
  tx.query(
    `update traceability.trace_seal set check_state = $2, checked_at = now(), version = version + 1
     where tenant_no = kit.tenant() and seal_no = $1`,
    [sealNo, state],
  );
