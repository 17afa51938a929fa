import type { Tx } from '#kit/server/db/database.ts';
import { chain, firstHash, type Json, type ToldEvent, toldEvent, verify } from '#modules/registry/server/index.ts';

export interface LotStep {
  readonly kind: string;
  readonly at: string;
  readonly regionCode: number;
  readonly unit: string;
  readonly note?: Readonly<Record<string, Json>> | undefined;
}

interface Head {
  readonly uid: string;
  readonly seq: number;
  readonly hash: Buffer | null;
}

/** A step of a lot, chained to the one before in the format of the animals' lives; answers its number and the new head. */
export async function appendLotEvent(
  tx: Tx,
  lotId: number,
  head: Head,
  step: LotStep,
  actor: number | null,
): Promise<{ seq: number; hash: Buffer }> {
  const seq = head.seq + 1;
  const month = new Date(Date.parse(step.at) + 8 * 3_600_000).toISOString().slice(0, 7);
  const made = chain(head.hash ?? firstHash(head.uid), seq, {
    pub: { kind: step.kind, month, county: Math.floor(step.regionCode / 1e6), seq },
    org: { name: step.unit },
    priv: { actor, at: step.at, ...(step.note && { note: step.note as Json }) },
  });
  await tx.query(
    `insert into traceability.trace_lot_event (tenant_no, lot_id, seq, kind, happened_at, actor_id, pub, org,
      priv, secret,
       prev_hash, hash) values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      lotId,
      seq,
      step.kind,
      step.at,
      actor,
      JSON.stringify(made.pub),
      JSON.stringify(made.org),
      JSON.stringify(made.priv),
      made.secret,
      made.prevHash,
      made.hash,
    ],
  );
  return { seq, hash: made.hash };
}

interface Stored {
  readonly seq: number;
  readonly kind: string;
  readonly at: string;
  readonly pub: { readonly kind: string; readonly month: string; readonly county: number };
  readonly org: Json;
  readonly priv: { readonly at?: string };
  readonly secret: Buffer;
  readonly prevHash: Buffer;
  readonly hash: Buffer;
}
export const lotEvents = (tx: Tx, lotId: number): Promise<Stored[]> =>
  tx.query<Stored>(
    `select seq, kind, to_char(happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, pub, org, priv,
       secret, prev_hash as "prevHash", hash
     from traceability.trace_lot_event where lot_id = $1 order by seq`,
    [lotId],
  );

export const verifyLot = (head: Head, events: readonly Stored[]) =>
  verify(
    head.uid,
    head,
    events.map((one) => ({
      ...one,
      pub: one.pub as unknown as Json,
      priv: one.priv as Json,
      columnsMatch: one.kind === one.pub.kind && Date.parse(one.at) === Date.parse(one.priv.at ?? ''),
    })),
  );

/** What everybody may hear of a lot's steps: no plant hides its name on what it sells. */
export const toldLot = (events: readonly Stored[]): ToldEvent[] =>
  events.map((one) => toldEvent({ ...one, pub: one.pub as unknown as Json, priv: one.priv as Json }, true));
