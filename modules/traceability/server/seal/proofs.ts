import type { Tx } from '#kit/server/db/database.ts';
import type { ToldEvent } from '#modules/registry/server/index.ts';
import { pathOf } from '#modules/traceability/contract/seal/merkle.ts';
import type { Proof } from '#modules/traceability/contract/seal/proof.ts';
import { type StoredSeal, sealSql, sha } from './trace-seal.ts';
import { lowestLevel, nodesAt } from './trace-seal-node.ts';
import { lastPlace, leavesBetween } from './trace-seal-run.ts';

/** The way of a leaf to its root: within its block from the leaves, above it from the kept nodes. */
export async function pathTo(tx: Tx, seal: StoredSeal, index: number): Promise<string[]> {
  const lowest = await lowestLevel(tx, seal.sealNo);
  const size = 2 ** lowest;
  const first = Math.floor(index / size) * size;
  const leaves = await leavesBetween(tx, seal.sealNo, first, Math.min(first + size, seal.leafCount));
  const path = pathOf(
    leaves.map((one) => one.hash),
    index - first,
    sha,
  ).map((one) => Buffer.from(one).toString('hex'));
  const brothers: { level: number; at: number }[] = [];
  let width = Math.ceil(seal.leafCount / size);
  for (let level = lowest, at = Math.floor(index / size); width > 1; level += 1) {
    const brother = at % 2 === 0 ? at + 1 : at - 1;
    if (brother < width) brothers.push({ level, at: brother });
    at = Math.floor(at / 2);
    width = Math.ceil(width / 2);
  }
  return [...path, ...(await nodesAt(tx, seal.sealNo, brothers))];
}

/** What a phone needs to prove a life, as far as it is sealed. */
export async function proofOf(tx: Tx, life: { uid: string; events: readonly ToldEvent[] }): Promise<Proof> {
  const events = life.events as unknown as Proof['events'];
  const place = await lastPlace(tx, life.uid);
  const [seal] = place ? await tx.query<StoredSeal>(`${sealSql} and seal_no = $1`, [place.sealNo]) : [];
  if (!place || !seal) return { animalUid: life.uid, events, sealed: null };
  const { id: _id, ...told } = seal;
  return {
    animalUid: life.uid,
    events,
    sealed: { seq: place.seq, index: place.index, path: await pathTo(tx, seal, place.index), seal: told },
  };
}
