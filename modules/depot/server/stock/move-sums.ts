import type { Tx } from '#kit/server/db/database.ts';

export type MoveSumBy = 'principal' | 'depot' | 'lot' | 'material';

export interface MoveSumAsk {
  /** What has a line of its own; the figures of a store and lot always balance, those of less still do. */
  readonly by: readonly MoveSumBy[];
  /** Both days count whole. */
  readonly from: string;
  readonly to: string;
  readonly materialKind?: string;
  readonly materialIds?: readonly number[];
  readonly lotIds?: readonly number[];
  readonly principalIds?: readonly number[];
  readonly depotIds?: readonly number[];
}

/** opening + bought + arrived + returnedIn + found = sent + returnedOut + sentBack + used + wasted + destroyed + lost + closing. */
export interface MoveSum {
  readonly principalId: number | null;
  readonly depotId: number | null;
  readonly lotId: number | null;
  readonly materialId: number | null;
  readonly opening: number;
  readonly bought: number;
  /** From other stores, and what came back from boxes. */
  readonly arrived: number;
  readonly returnedIn: number;
  /** By counting, opening stock, donation; negative where a count found less. */
  readonly found: number;
  readonly sent: number;
  readonly returnedOut: number;
  /** To the purveyor. */
  readonly sentBack: number;
  readonly used: number;
  /** Lost by a record of use. */
  readonly wasted: number;
  readonly destroyed: number;
  readonly lost: number;
  readonly closing: number;
}

const keys = { principal: 'd.principal_id', depot: 'e.depot_id', lot: 'e.lot_id', material: 'e.material_id' } as const;
const between = (place: string) => `e.place in ('transit', 'depot')${place}`;
/** Every move has one of these, so that they add up: over an end `e` of a move, whose `n` is positive where it comes in. */
const inward = {
  bought: `e.place = 'purveyor' and e.reason is distinct from 'purveyorReturn'`,
  arrived: between(` and e.reason is distinct from 'staffReturn' and e.comes`),
  returnedIn: between(` and e.reason = 'staffReturn' and e.comes`),
  found: `e.place in ('adjust', 'cut')`,
} as const;
const outward = {
  sent: between(` and e.reason is distinct from 'staffReturn' and not e.comes`),
  returnedOut: between(` and e.reason = 'staffReturn' and not e.comes`),
  sentBack: `e.place = 'purveyor' and e.reason = 'purveyorReturn'`,
  used: `e.place in ('use', 'holder')`,
  wasted: `e.place = 'loss' and e.reason is distinct from 'destroy' and e.source_id is not null`,
  destroyed: `e.place = 'loss' and e.reason = 'destroy'`,
  lost: `e.place = 'loss' and e.reason is distinct from 'destroy' and e.source_id is null`,
} as const;

const columnsOf = (figures: Readonly<Record<string, string>>, sign: string) =>
  Object.entries(figures).map(
    ([name, what]) => `${sign}coalesce(sum(e.n) filter (where e.biz_date >= $1 and ${what}), 0) as "${name}"`,
  );

/**
 * What came and went between two days, from the ledger alone and as far as the caller sees it. A reversal lowers the
 * figure it takes back.
 *
 * @example
 * const lines = await moveSums(tx, { by: ['principal', 'depot', 'lot'], materialKind: 'semen', from: '2026-11-01', to: '2026-11-30' });
 */
export function moveSums(tx: Tx, ask: MoveSumAsk): Promise<MoveSum[]> {
  const end = (here: 'from' | 'to', there: 'from' | 'to') =>
    `select m.${here}_id as depot_id, m.lot_id, m.material_id, m.biz_date, m.reason, m.source_id,
       m.${there}_kind as place, ${here === 'to' ? '' : '-'}m.qty as n,
       -- What is taken back counts where it was counted before.
       ${here === 'to' ? '' : 'not '}(m.move_kind <> 'reversal') as comes
     from depot.stock_move m
     where m.${here}_kind = 'depot' and m.biz_date <= $2 and ($3::text is null or m.material_kind = $3)
       and ($4::bigint[] is null or m.material_id = any ($4)) and ($5::bigint[] is null or m.lot_id = any ($5))
       and ($6::bigint[] is null or m.${here}_id = any ($6))`;
  const by = ask.by.map((one) => keys[one]);
  const shown = Object.entries(keys).map(
    ([name, column]) => `${ask.by.includes(name as MoveSumBy) ? column : 'null::bigint'} as "${name}Id"`,
  );
  return tx.query<MoveSum>(
    `select ${shown.join(', ')}, coalesce(sum(e.n) filter (where e.biz_date < $1), 0) as opening,
       ${[...columnsOf(inward, ''), ...columnsOf(outward, '-')].join(', ')}, coalesce(sum(e.n), 0) as closing
     from (${end('from', 'to')} union all ${end('to', 'from')}) e join depot.depot d on d.id = e.depot_id
     where ($7::bigint[] is null or d.principal_id = any ($7))
     ${by.length > 0 ? `group by ${by.join(', ')} order by ${by.join(', ')}` : ''}`,
    [
      ask.from,
      ask.to,
      ask.materialKind ?? null,
      ask.materialIds ?? null,
      ask.lotIds ?? null,
      ask.depotIds ?? null,
      ask.principalIds ?? null,
    ],
  );
}
