import type { Tx } from '#kit/server/db/database.ts';
import type { Holder } from './tag-move.ts';

export interface Unit {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly level: number;
  readonly regionCode: number;
  readonly parentId: number | null;
  readonly status: string;
}
export interface Staff {
  readonly id: number;
  readonly name: string;
  readonly job: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly userId: number | null;
  readonly status: string;
}

export async function unitsOf(tx: Pick<Tx, 'query'>, ids: readonly (number | null)[]): Promise<Map<number, Unit>> {
  const wanted = [...new Set(ids.filter((id): id is number => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await tx.query<Unit>('select * from sign.unit_facts($1)', [wanted]);
  return new Map(rows.map((row) => [row.id, row]));
}
export async function staffOf(tx: Pick<Tx, 'query'>, ids: readonly (number | null)[]): Promise<Map<number, Staff>> {
  const wanted = [...new Set(ids.filter((id): id is number => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await tx.query<Staff>('select * from sign.staff_facts($1)', [wanted]);
  return new Map(rows.map((row) => [row.id, row]));
}

export const sameHolder = (one: Holder | null, other: Holder | null): boolean =>
  one?.principalId === other?.principalId && (one?.staffId ?? null) === (other?.staffId ?? null);

/** Who the caller is in the chain: his unit and, where he has one, his own row of its staff. */
export async function selfOf(tx: Tx, principalId: number | null): Promise<{ unit: number | null; staff: number[] }> {
  const [row] = await tx.query<{ ids: number[] }>('select sign.own_staff() as ids');
  return { unit: principalId, staff: row?.ids ?? [] };
}
