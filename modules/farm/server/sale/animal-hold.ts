import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Block, exitGuards, handoverGuards } from '#modules/registry/server/index.ts';

/** By this word the registry's guards know that a change belongs to the document that holds its animals. */
export const tradeSource = 'farm.trade';

export type HoldKind = 'sale' | 'slaughter' | 'placement';
export interface Hold {
  readonly principalId: number;
  readonly kind: HoldKind;
  readonly docId: number;
  readonly docNo: string;
  readonly animalIds: readonly number[];
}
interface Held {
  readonly animalId: number;
  readonly docNo: string;
  readonly earTag: string;
}

const heldAmong = (tx: Tx, animalIds: readonly number[]): Promise<Held[]> =>
  inTenant(tx, tx.scope.tenantNo, 'farm.held', (all) =>
    all.query<Held>(
      `select h.animal_id as "animalId", h.doc_no as "docNo", a.ear_tag as "earTag" from farm.animal_hold h
         join farm.animal_seen a on a.id = h.animal_id
       where h.tenant_no = kit.tenant() and h.animal_id = any ($1) order by h.animal_id`,
      [animalIds],
    ),
  );

/** Each animal stands in one document: whoever comes second waits for the first and is refused. */
export async function holdAnimals(tx: Tx, { principalId, kind, docId, docNo, animalIds }: Hold): Promise<void> {
  const taken = await tx.query<{ id: number }>(
    `insert into farm.animal_hold (tenant_no, principal_id, animal_id, kind, doc_id, doc_no, created_by)
     select $1, $2, a, $3, $4, $5, $6 from unnest($7::bigint[]) a order by a
     on conflict (tenant_no, animal_id) do nothing returning animal_id as id`,
    [tx.scope.tenantNo, principalId, kind, docId, docNo, tx.scope.userId, animalIds],
  );
  if (taken.length === animalIds.length) return;
  const got = new Set(taken.map((one) => one.id));
  const other = (await heldAmong(tx, animalIds)).find((one) => !got.has(one.animalId));
  throw refusal('reserved', 'farm.tradeRefusal.reserved', { docNo: other?.docNo ?? '', tag: other?.earTag ?? '' });
}

export const releaseHold = (
  tx: Tx,
  { kind, docId, animalIds = null }: { kind: HoldKind; docId: number; animalIds?: readonly number[] | null },
): Promise<unknown> =>
  inTenant(tx, tx.scope.tenantNo, 'farm.release', (all) =>
    all.query(
      `delete from farm.animal_hold where tenant_no = kit.tenant() and kind = $1 and doc_id = $2
         and ($3::bigint[] is null or animal_id = any ($3))`,
      [kind, docId, animalIds],
    ),
  );

/** Who is gone stands in no document any more. */
export const dropHolds = (tx: Tx, animalIds: readonly number[]): Promise<unknown> =>
  inTenant(tx, tx.scope.tenantNo, 'farm.release', (all) =>
    all.query('delete from farm.animal_hold where tenant_no = kit.tenant() and animal_id = any ($1)', [animalIds]),
  );
/** Of an animal that came back, as it was before. */
export const restoreHold = (tx: Tx, hold: Hold): Promise<unknown> =>
  tx.query(
    `insert into farm.animal_hold (tenant_no, principal_id, animal_id, kind, doc_id, doc_no)
     select $1, $2, a, $3, $4, $5 from unnest($6::bigint[]) a on conflict (tenant_no, animal_id) do nothing`,
    [tx.scope.tenantNo, hold.principalId, hold.kind, hold.docId, hold.docNo, hold.animalIds],
  );

async function blocks(tx: Tx, animalIds: readonly number[]): Promise<Block[]> {
  return (await heldAmong(tx, animalIds)).map(({ animalId, docNo, earTag }) => ({
    animalId,
    bizCode: 'reserved',
    key: 'farm.tradeRefusal.reserved',
    args: { docNo, tag: earTag },
    wayOut: 'farm.tradeRefusal.reservedWayOut',
    evidence: { path: '/anm/customer/sale', permission: 'anm:sale:list' },
    neutral: 'farm.tradeRefusal.reservedPlain',
  }));
}

/** R22. From pen to pen it may still go: animals that are sold wait in a pen of their own. */
export function registerHoldGuards(): void {
  exitGuards.register(tradeSource, {
    ask: async (tx, { animalIds, facts }) => (facts.source === tradeSource ? [] : blocks(tx, animalIds)),
  });
  handoverGuards.register(tradeSource, {
    ask: async (tx, { animalIds, fromId, toId, facts }) =>
      fromId === toId || facts.source === tradeSource ? [] : blocks(tx, animalIds),
  });
}
