import type { Tx } from '#kit/server/db/database.ts';

export interface Head {
  readonly uid: string;
  readonly seq: number;
  readonly hash: Buffer | null;
}

/** Heads of chains, locked in the order of ids: two who write to the same animals wait, and never for each other in a ring. */
export async function lockHeads(tx: Tx, ids: readonly number[]): Promise<Map<number, Head>> {
  const rows = await tx.query<{ id: number; animal_uid: string; chain_seq: number; chain_hash: Buffer | null }>(
    'select id, animal_uid, chain_seq, chain_hash from registry.animal where id = any ($1) order by id for update',
    [ids],
  );
  return new Map(rows.map((row) => [row.id, { uid: row.animal_uid, seq: row.chain_seq, hash: row.chain_hash }]));
}

interface Appended {
  readonly seq: number;
  readonly hash: Buffer;
  readonly event: {
    readonly animalId: number;
    readonly kind: string;
    readonly happenedOn: string;
    readonly summary?: object;
  };
}

/** The last event of each animal becomes its head. */
export async function moveHeads(tx: Tx, rows: readonly Appended[]): Promise<void> {
  const last = new Map(rows.map((row) => [row.event.animalId, row]));
  const heads = [...last].map(([id, row]) => ({ id, seq: row.seq, hash: row.hash.toString('hex') }));
  await tx.query(
    `update registry.animal a set chain_seq = h.seq, chain_hash = decode(h.hash, 'hex')
     from jsonb_to_recordset($1::jsonb) h(id bigint, seq int, hash text) where a.id = h.id`,
    [JSON.stringify(heads)],
  );
}
