import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { daysBetween } from '#modules/registry/contract/animal/animal-rules.ts';
import type { Finding } from '../animal/entry/check-animals.ts';

/** R27: how long a bought animal belongs into isolation. */
const isolationDays = 30;

export interface Incoming {
  readonly tag: string;
  /** The day it was bought and came in; null for those that were not. */
  readonly boughtOn: string | null;
}

/** R26, R27: what is to be said before animals go into a pen: those above its capacity, and those that should stand apart first. Never a refusal. */
export async function penWarnings(tx: Tx, penId: number, incoming: readonly Incoming[]): Promise<Finding[]> {
  const [pen] = await tx.query<{ penNo: string; capacity: number; count: number; kind: string }>(
    `select h.hovel_no || '-' || p.pen_no as "penNo", p.capacity, p.current_count as count, h.kind
     from registry.pen p join registry.hovel h on h.tenant_no = p.tenant_no and h.id = p.hovel_id where p.id = $1`,
    [penId],
  );
  if (!pen) return [];
  const after = pen.count + incoming.length;
  const room = Math.max(0, pen.capacity - pen.count);
  const warn = (tag: string, bizCode: string, args = {}): Finding => ({
    tag,
    level: 'warn',
    bizCode,
    key: `registry.animal.${bizCode}`,
    args,
  });
  const isFresh = ({ boughtOn }: Incoming) => boughtOn !== null && daysBetween(boughtOn, today()) <= isolationDays;
  return [
    ...incoming.slice(room).map(({ tag }) => warn(tag, 'penOver', { pen: pen.penNo, after, capacity: pen.capacity })),
    ...(pen.kind === 'isolation' ? [] : incoming.filter(isFresh).map(({ tag }) => warn(tag, 'notIsolated'))),
  ];
}
