import type { Tx } from '../db/database.ts';

export interface TransitionEntry {
  /** `<module>.<noun>`. */
  readonly entity: string;
  readonly entityId: number;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly form?: Readonly<Record<string, unknown>>;
  readonly remark?: string | null | undefined;
}

/** Whoever takes a step; nobody, where the clock does. */
interface Mover {
  readonly userId: number | null;
  readonly nickname: string | null;
}

/** One step of a record's life, in the transaction that takes it. */
export async function recordTransition(tx: Tx, by: Mover, entry: TransitionEntry): Promise<void> {
  const { form = {} } = entry;
  await tx.query(
    `insert into kit.transition_history (tenant_no, entity, entity_id, name, from_status, to_status, form, remark, made_by, made_by_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      tx.scope.tenantNo,
      entry.entity,
      entry.entityId,
      entry.name,
      entry.from,
      entry.to,
      Object.keys(form).length ? JSON.stringify(form) : null,
      entry.remark ?? null,
      by.userId,
      by.nickname,
    ],
  );
}
