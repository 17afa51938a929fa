import type { Tx } from '#kit/server/db/database.ts';

export interface Head {
  readonly uid: string;
  readonly seq: number;
  readonly hash: Buffer | null;
}

/** Heads of chains, locked in the order of ids: two who write to the same animals wait, and never for each other in a ring. */
export async function lockHeads(tx: Tx, ids: readonly number[]): Promise<Map<number, Head>> {
  const rows = await tx.query<Head & { id: number }>(
    `select a.id, a.animal_uid as uid, h.seq, h.hash from registry.animal a join registry.animal_head h on h.tenant_no = a.tenant_no and h.animal_id = a.id
     where a.id = any ($1) order by a.id for update of h`,
    [ids],
  );
  return new Map(rows.map(({ id, ...head }) => [id, head]));
}

/** Every animal has a head from its first moment, with what happened to it until then. */
export async function insertHeads(
  tx: Tx,
  heads: readonly { readonly animalId: number; readonly seq: number; readonly hash: Buffer | null }[],
): Promise<void> {
  await tx.query(
    `insert into registry.animal_head (tenant_no, animal_id, seq, hash)
     select $1, h.id, h.seq, decode(h.hash, 'hex') from jsonb_to_recordset($2::jsonb) h(id bigint, seq int, hash text)`,
    [
      tx.scope.tenantNo,
      JSON.stringify(heads.map((one) => ({ id: one.animalId, seq: one.seq, hash: one.hash?.toString('hex') ?? null }))),
    ],
  );
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
    `update registry.animal_head a set seq = h.seq, hash = decode(h.hash, 'hex')
     from jsonb_to_recordset($1::jsonb) h(id bigint, seq int, hash text) where a.tenant_no = $2 and a.animal_id = h.id`,
    [JSON.stringify(heads), tx.scope.tenantNo],
  );
}
