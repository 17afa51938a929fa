import type { Tx } from '#kit/server/db/database.ts';
import { regionName } from '#modules/platform/server/index.ts';
import type { GapLine } from '#modules/prevention/contract/gap/gap-order.ts';
import type { GapMeasure } from './gap-order.ts';

/** How a kind of gap is measured; runs in the caller's transaction, under the tenant's own sight. */
export interface GapSource {
  /** What is missing now; nought closes the order. */
  remaining(tx: Tx, gap: GapMeasure): Promise<number>;
  /** Heads that will be due but cannot be treated yet; not among what is missing. */
  young?(tx: Tx, gap: GapMeasure): Promise<number>;
  /** The list that goes with the order, what misses most first. */
  lines(tx: Tx, gap: GapMeasure, most: number): Promise<GapLine[]>;
  /** Where whoever is asked does the work. */
  linkPath(gap: GapMeasure): string;
}

const sources = new Map<string, GapSource>();

/**
 * A module's own kind of gap; its name is a value of the dictionary `gap_source`.
 *
 * @example
 * registerGap('census', { remaining: uncounted, lines: uncountedHouseholds, linkPath: () => '/ant/censusManage/herds' });
 */
export function registerGap(source: string, gap: GapSource): void {
  sources.set(source, gap);
}

export const youngOf = async (tx: Tx, gap: GapMeasure): Promise<number> =>
  (await sourceOf(gap.source).young?.(tx, gap)) ?? 0;

export function sourceOf(name: string): GapSource {
  const found = sources.get(name);
  if (!found) throw new Error(`nobody measures gaps of ${name}`);
  return found;
}

const byHolder = new Set(['household', 'animal']);
const shortName = (code: number) => regionName(code)?.split(' ').at(-1) ?? String(code);
const keysOf = (gap: GapMeasure) => ({
  region: gap.regionCode,
  holder: byHolder.has(gap.subjectKind) ? gap.holderId : null,
  staff: gap.subjectKind === 'worker' ? gap.subjectId : null,
  animal: gap.subjectKind === 'animal' ? gap.subjectId : null,
});

async function remaining(tx: Tx, gap: GapMeasure): Promise<number> {
  const { region, holder, staff, animal } = keysOf(gap);
  const [row] = await tx.query<{ n: number }>('select prevention.gap_left($1, $2, $3, $4, $5, $6, $7) as n', [
    gap.seasonId,
    gap.month,
    gap.diseaseCode,
    region,
    holder,
    staff,
    animal,
  ]);
  return row?.n ?? 0;
}

/** Animals below the age of their first immunisation, each once. */
async function young(tx: Tx, gap: GapMeasure): Promise<number> {
  const { region, holder, staff, animal } = keysOf(gap);
  const [row] = await tx.query<{ n: number }>(
    `select count(distinct y.animal_id)::int as n from prevention.gap_young($1,
       coalesce($2::text, to_char(prevention.today(), 'YYYY-MM')), $3, $4, $5, $6, $7, prevention.today()) y`,
    [gap.seasonId, gap.month, gap.diseaseCode, region, holder, staff, animal],
  );
  return row?.n ?? 0;
}

async function lines(tx: Tx, gap: GapMeasure, most: number): Promise<GapLine[]> {
  const { region, holder, staff, animal } = keysOf(gap);
  if (holder !== null) {
    const rows = await tx.query<{ id: number; name: string; species: string; diseases: string[] }>(
      `select animal_id as id, ear_tag as name, species, diseases
       from prevention.gap_animals($1, $2, $3, $4, $5)`,
      [gap.seasonId, gap.diseaseCode, holder, animal, most],
    );
    const bare = { place: null, due: null, young: 0, attempt: null, visitedOn: null };
    return rows.map(({ id, name, diseases }) => ({ ...bare, id, name, n: diseases.length, diseases }));
  }
  const rows = await tx.query<Omit<GapLine, 'place' | 'diseases'> & { regionCode: number }>(
    `select principal_id as id, name, region_code as "regionCode", remaining as n, due, young, attempt,
       to_char(visited_on, 'YYYY-MM-DD') as "visitedOn"
     from prevention.gap_households($1, $2, $3, $4, $5, $6, $7)`,
    [gap.seasonId, gap.month, gap.diseaseCode, region, holder, staff, most],
  );
  return rows.map(({ regionCode, ...row }) => ({ ...row, place: shortName(regionCode), diseases: [] }));
}

function linkPath(gap: GapMeasure): string {
  if (byHolder.has(gap.subjectKind))
    return `/ant/preventionMange/immuneVisit?principalId=${gap.holderId}${gap.source === 'routine' ? '&mode=routine' : ''}`;
  const status = 'todo,partial,absent,refused';
  return gap.source === 'routine'
    ? `/ant/preventionMange/mtdLogs?month=${gap.month}&regionCode=${gap.regionCode}&status=todo,partial`
    : `/ant/preventionMange/household?seasonId=${gap.seasonId}&regionCode=${gap.regionCode}&status=${status}`;
}

for (const name of ['season', 'routine']) registerGap(name, { remaining, young, lines, linkPath });
