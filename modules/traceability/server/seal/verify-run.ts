import type { Tx } from '#kit/server/db/database.ts';
import { openAlarm } from '#modules/platform/server/index.ts';
import { readChain } from '#modules/registry/server/index.ts';
import { sealHashOf } from '#modules/traceability/contract/seal/proof.ts';
import { noteChecked, nothing, type StoredSeal, sealSql, treeOf } from './trace-seal.ts';
import { leavesOf } from './trace-seal-run.ts';
import { type Broken, type Found, insertRun } from './trace-verify-run.ts';

export type { Found } from './trace-verify-run.ts';

/** R1: lives, recomputed; each that does not fit is named with its first bad record. A tail that was taken away is missed by its seal. */
export async function checkLives(tx: Tx, animalIds: readonly number[]): Promise<Found> {
  const broken: Broken[] = [];
  let events = 0;
  const heads = await tx.query<{ id: number; uid: string; tag: string; sealed: number }>(
    `select a.id, a.animal_uid as uid, a.ear_tag as tag, coalesce(s.sealed_seq, 0) as sealed
     from traceability.animal_seen a
       left join traceability.trace_sealed s on s.tenant_no = a.tenant_no and s.uid = a.animal_uid
     where a.tenant_no = kit.tenant() and a.id = any ($1)`,
    [animalIds],
  );
  for (const one of heads) {
    const verdict = await readChain(tx, one.id);
    events += verdict.count;
    if (!verdict.ok)
      broken.push({
        subject: one.tag,
        seq: verdict.brokenAt,
        kind: (verdict.brokenAt ?? 0) > verdict.count ? 'missing' : 'changed',
      });
    else if (one.sealed > verdict.count) broken.push({ subject: one.tag, seq: verdict.count + 1, kind: 'missing' });
  }
  return { animals: heads.length, events, seals: 0, broken };
}

/** R3, R4: every seal fits the one before it and what it covers; `deep` of them are computed from their leaves. */
export async function checkSeals(tx: Tx, deep: number): Promise<Found> {
  const seals = await tx.query<StoredSeal>(`${sealSql} order by seal_no`);
  const broken: Broken[] = [];
  let events = 0;
  let previous = nothing;
  for (const [at, seal] of seals.entries()) {
    let isWhole = seal.sealNo === at + 1 && seal.prevSealHash === previous && sealHashOf(seal) === seal.sealHash;
    if (at >= seals.length - deep) {
      const { root, count } = await treeOf(leavesOf(tx, seal.sealNo));
      events += count;
      isWhole &&= root === seal.root && count === seal.leafCount;
    }
    if (!isWhole) broken.push({ subject: `#${seal.sealNo}`, seq: seal.sealNo, kind: 'changed' });
    if (!isWhole || at >= seals.length - deep) await noteChecked(tx, seal.sealNo, isWhole ? 'ok' : 'broken');
    previous = seal.sealHash;
  }
  return { animals: 0, events, seals: seals.length, broken };
}

/** On record, and told to whoever watches: nothing here repairs. */
export async function keepRun(
  tx: Tx,
  runScope: 'nightly' | 'animal' | 'seals',
  found: Found,
  facts: { readonly subject: string | null; readonly startedAt: Date; readonly by: number | null },
): Promise<number> {
  const id = await insertRun(tx, runScope, found, facts);
  if (found.broken.length === 0) return id;
  // The tenant's own unit was there first.
  const [root] = await tx.query<{ id: number }>(
    'select id from traceability.unit_seen where tenant_no = kit.tenant() order by id limit 1',
  );
  for (const one of found.broken.slice(0, 20))
    await openAlarm(tx, {
      kind: one.subject.startsWith('#') ? 'sealMissing' : 'chainBroken',
      dedupKey: `chainBroken:${one.subject}`,
      subject: { entity: 'traceability.traceVerifyRun', id, name: one.subject },
      principalId: root?.id ?? 0,
      args: { tag: one.subject, seq: one.seq ?? 0 },
    });
  return id;
}
