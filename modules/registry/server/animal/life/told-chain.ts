import { createHmac } from 'node:crypto';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { digestOf, type EventParts, type Json } from './life-chain.ts';

type ToldPart = { readonly value: Json; readonly salt: string } | { readonly digest: string };
export interface ToldEvent {
  readonly seq: number;
  readonly pub: ToldPart;
  readonly org: ToldPart;
  readonly priv: ToldPart;
  readonly hash: string;
}

/** One event as everybody may hear it: what is public with its salt, of the rest only the digest. */
export function toldEvent(
  one: EventParts & { readonly seq: number; readonly secret: Buffer; readonly hash: Buffer },
  showsUnit: boolean,
): ToldEvent {
  const told = (name: keyof EventParts): ToldPart => ({
    value: one[name],
    salt: createHmac('sha256', one.secret).update(name).digest().subarray(0, 16).toString('hex'),
  });
  const hidden = (name: keyof EventParts): ToldPart => ({
    digest: digestOf(one.secret, name, one[name]).toString('hex'),
  });
  return {
    seq: one.seq,
    pub: told('pub'),
    org: showsUnit ? told('org') : hidden('org'),
    priv: hidden('priv'),
    hash: one.hash.toString('hex'),
  };
}

/**
 * A life for whoever wants to prove it: every event from the first on, as far as everybody may know it.
 *
 * @example
 * const told = await toldChain(tx, animalId);
 */
export async function toldChain(tx: Tx, animalId: number): Promise<{ uid: string; events: ToldEvent[] } | null> {
  return inTenant(tx, tx.scope.tenantNo, 'toldChain', async (all) => {
    const [animal] = await all.query<{ uid: string; since: string }>(
      'select animal_uid as uid, created_at::text as since from registry.animal where tenant_no = $1 and id = $2',
      [tx.scope.tenantNo, animalId],
    );
    if (!animal) return null;
    // The ledger has a part for each month: a life is in none before its record was made.
    const rows = await all.query<EventParts & { seq: number; secret: Buffer; hash: Buffer }>(
      `select seq, pub, org, priv, secret, hash from registry.animal_event
       where tenant_no = $1 and animal_id = $2 and recorded_at >= $3 and recorded_at < now() + interval '1 day'
       order by seq`,
      [tx.scope.tenantNo, animalId, animal.since],
    );
    // A unit's name goes with what is public; with a hidden event it would tell where it happened.
    const isShown = (pub: Json) => (pub as { kind?: string }).kind !== 'other';
    return { uid: animal.uid, events: rows.map((row) => toldEvent(row, isShown(row.pub))) };
  });
}
