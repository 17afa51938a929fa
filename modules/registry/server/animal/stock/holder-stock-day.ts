import type { Tx } from '#kit/server/db/database.ts';

export const stockIns = ['born', 'bought', 'transferIn', 'stageIn', 'recovered'] as const;
export const stockOuts = [
  'transferOut',
  'sold',
  'slaughtered',
  'died',
  'culled',
  'missing',
  'voided',
  'stageOut',
] as const;
export type StockColumn = (typeof stockIns)[number] | (typeof stockOuts)[number];

/** Animals of one holder, kind and age that came or went on a day. */
export interface StockMove {
  readonly principalId: number;
  readonly regionCode: number;
  readonly inHerd: boolean;
  readonly species: string;
  readonly stage: string;
  readonly day: string;
  readonly column: StockColumn;
  readonly n: number;
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columns = [...stockIns, ...stockOuts].map(snake);

/** Writes into the books of holders, one line per holder, kind, age and day; in order, so that books never wait for each other in a ring. */
export async function bookStock(tx: Tx, moves: readonly StockMove[]): Promise<void> {
  const lines = [
    ...Map.groupBy(moves, (one) => [one.principalId, one.species, one.stage, one.day].join()).values(),
  ].map((same) => {
    const [{ principalId, regionCode, inHerd, species, stage, day }] = same as [StockMove];
    const sums = Object.fromEntries(columns.map((name) => [name, 0]));
    for (const one of same) sums[snake(one.column)] = (sums[snake(one.column)] ?? 0) + one.n;
    return { principal_id: principalId, region_code: regionCode, in_herd: inHerd, species, stage, day, ...sums };
  });
  if (lines.length === 0) return;
  await tx.query(
    `insert into registry.holder_stock_day as d (tenant_no, principal_id, region_code, in_herd, species, stage, day, ${columns.join(', ')})
     select $1, l.principal_id, l.region_code, l.in_herd, l.species, l.stage, l.day, ${columns.map((name) => `l.${name}`).join(', ')}
     from jsonb_to_recordset($2::jsonb) l(principal_id bigint, region_code bigint, in_herd boolean, species text, stage text, day date, ${columns.map((name) => `${name} int`).join(', ')})
     order by l.principal_id, l.species, l.stage, l.day
     on conflict (tenant_no, principal_id, species, stage, day) do update set ${columns.map((name) => `${name} = d.${name} + excluded.${name}`).join(', ')}`,
    [tx.scope.tenantNo, JSON.stringify(lines)],
  );
}
