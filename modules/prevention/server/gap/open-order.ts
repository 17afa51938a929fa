import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { regionName } from '#modules/platform/server/index.ts';
import { countyAuthority, stationOf } from '../alert/authorities.ts';
import { ownOf } from '../season/coverage.ts';
import { assignRows } from '../season/plan-household.ts';
import { askFirst } from './ask.ts';
import { type GapMeasure, insertOrder, type OrderRow } from './gap-order.ts';
import { sourceOf, youngOf } from './sources.ts';

export interface GapPerson {
  readonly staffId: number;
  readonly name: string;
  readonly userId: number | null;
  readonly stationId: number;
  readonly isOwn: boolean;
}

export interface GapAbout extends GapMeasure {
  readonly subjectName: string;
}

/** Most lines a list has: what is behind by more is no list any more. */
export const mostLines = 300;

interface Ask {
  readonly source: string;
  readonly seasonId?: number | null | undefined;
  readonly month?: string | null | undefined;
  readonly diseaseCode?: string | null | undefined;
  readonly subjectKind: GapMeasure['subjectKind'];
  readonly subjectId: number;
}

/** What is asked about, as the caller may see it: what is not theirs is not there. */
export async function aboutGap(tx: Tx, ask: Ask): Promise<GapAbout> {
  const measure = {
    source: ask.source,
    seasonId: ask.seasonId ?? null,
    month: ask.month ?? null,
    diseaseCode: ask.diseaseCode ?? null,
    subjectKind: ask.subjectKind,
    subjectId: ask.subjectId,
  };
  if (ask.subjectKind === 'place') {
    const name = regionName(ask.subjectId);
    if (!name || !ownOf(tx, ask.subjectId).includes(ask.subjectId)) throw notFound();
    return { ...measure, regionCode: ask.subjectId, holderId: null, subjectName: name.split(' ').at(-1) ?? name };
  }
  const [row] = await tx.query<{ name: string; regionCode: number; holderId: number | null }>(
    `select name, region_code as "regionCode", holder_id as "holderId" from prevention.gap_subject($1, $2, $3)`,
    [ask.subjectKind, ask.subjectId, measure.seasonId],
  );
  if (!row) throw notFound();
  return { ...measure, regionCode: row.regionCode, holderId: row.holderId, subjectName: row.name };
}

/** Who may be asked: the village's own worker first. Nobody for a place above villages: there its station answers. */
export async function peopleFor(tx: Tx, gap: GapAbout): Promise<GapPerson[]> {
  if (gap.regionCode % 1000 === 0) return [];
  return inTenant(tx, tx.scope.tenantNo, 'gapPeople', (sys) =>
    sys.query<GapPerson>(
      `select staff_id as "staffId", name, user_id as "userId", station_id as "stationId",
         coalesce(case when $2::bigint is null then is_own else staff_id = $2 end, false) as "isOwn"
       from prevention.gap_people($1) order by 5 desc, 2, 1`,
      [gap.regionCode, gap.subjectKind === 'worker' ? gap.subjectId : null],
    ),
  );
}

/** The township's station, or for what is above townships the county's authority. */
export const unitFor = (tx: Tx, regionCode: number): Promise<number | null> =>
  inTenant(tx, tx.scope.tenantNo, 'gapUnit', (sys) =>
    regionCode % 1_000_000 === 0 ? countyAuthority(sys, regionCode) : stationOf(sys, regionCode),
  );

export interface GapOrderInput extends Ask {
  /** Whoever is asked; nobody: the station. */
  readonly staffId?: number | null | undefined;
  readonly dueOn: string;
  readonly words?: string | null | undefined;
  readonly alarmId?: number | null | undefined;
}

/**
 * Remind or assign, from any gap: written down, put on the list of whoever is asked with the list of what is missing, told to
 * them, and watched until it is closed. Who has charge already is reminded; another is assigned what is undone of it.
 *
 * @example
 * await openGapOrder(tx, { source: 'season', seasonId, subjectKind: 'place', subjectId: village, staffId, dueOn: '2026-11-20' });
 */
export async function openGapOrder(tx: Tx, input: GapOrderInput): Promise<OrderRow> {
  if (input.dueOn < today()) throw invalid([{ field: 'dueOn', key: 'prevention.gapOrder.dayPassed' }]);
  const gap = await aboutGap(tx, input);
  const person = input.staffId ? (await peopleFor(tx, gap)).find((one) => one.staffId === input.staffId) : undefined;
  if (input.staffId && !person) throw invalid([{ field: 'staffId', key: 'error.field.ref' }]);
  const station = await unitFor(tx, gap.regionCode);
  const stationId = person?.stationId ?? station;
  if (!stationId) throw refusal('noStation', 'prevention.gapOrder.noStation');
  const measure = sourceOf(gap.source);
  const [heads, lines, young] = await inTenant(tx, tx.scope.tenantNo, 'gap', async (sys) => [
    await measure.remaining(sys, gap),
    await measure.lines(sys, gap, mostLines),
    await youngOf(sys, gap),
  ]);
  if (heads === 0 && young > 0)
    throw refusal('noGap', 'prevention.gapOrder.onlyYoung', { name: gap.subjectName, n: young });
  if (heads === 0) throw refusal('noGap', 'prevention.gapOrder.noGap', { name: gap.subjectName });
  const way = person && !person.isOwn ? 'assign' : 'remind';
  const [number] = await tx.query<{ no: string }>("select kit.doc_no('GO') as no");
  const order = await insertOrder(
    tx,
    {
      ...gap,
      docNo: number?.no ?? '',
      alarmId: input.alarmId ?? null,
      way,
      staffId: person?.staffId ?? null,
      userId: person?.userId ?? null,
      stationId,
      dueOn: input.dueOn,
      words: input.words ?? null,
      heads,
      young,
      lines,
      level: person?.userId ? 'worker' : gap.regionCode % 1_000_000 === 0 ? 'county' : 'station',
    },
    tx.scope.userId,
  );
  if (!order) throw refusal('askedAlready', 'prevention.gapOrder.askedAlready', { name: gap.subjectName });
  if (way === 'assign' && gap.source === 'season' && person)
    await assignRows(tx, { principalIds: holdersOf(gap, lines) }, person.staffId);
  await askFirst(tx, order);
  return order;
}

const holdersOf = (gap: GapAbout, lines: readonly { id: number }[]): number[] =>
  gap.holderId === null ? lines.map((one) => one.id) : [gap.holderId];
