import { levelOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Figure, rollupOf } from '#kit/server/rollup.ts';
import { today } from '#kit/server/today.ts';
import { regionName } from '#modules/platform/server/index.ts';
import type { HomePlace } from '#modules/prevention/contract/home/home.ts';
import { ownOf, placeCoverage, type SeasonHead } from '../season/coverage.ts';
import { childCodes } from '../season/places.ts';
import type { Role } from './counters.ts';

/** The month's make-up in some places. */
export async function makeupIn(tx: Tx, codes: readonly number[]): Promise<{ due: number; done: number }> {
  const regions = codes.flatMap((code) => ownOf(tx, code));
  if (regions.length === 0) return { due: 0, done: 0 };
  const first = `${today().slice(0, 7)}-01`;
  const { text, values } = rollupOf({ name: 'prevention.routine', regions, from: first, to: first });
  let [due, done] = [0, 0];
  for (const { keys, n } of await tx.query<Figure>(text, values as unknown[])) {
    due += n;
    if (keys[2] === 'done') done += n;
  }
  return { due, done };
}

/** A worker's villages; a station's; the regions below one: what did not start, then what is furthest behind, first. */
export async function placesOf(tx: Tx, season: SeasonHead | null, code: number, role: Role): Promise<HomePlace[]> {
  const codes =
    role === 'worker'
      ? tx.scope.regions.flatMap((one) => (levelOf(one) === 5 ? [one] : childCodes(one)))
      : childCodes(code).filter((one) => ownOf(tx, one).length > 0);
  const rows: HomePlace[] = [];
  for (const one of codes) {
    const makeup = await makeupIn(tx, [one]);
    const row = season ? await placeCoverage(tx, season, one) : null;
    if (!row && makeup.due === 0) continue;
    if (row && row.total.stock + row.total.due + makeup.due === 0) continue;
    rows.push({
      regionCode: one,
      name: regionName(one)?.split(' ').at(-1) ?? '',
      households: row?.households ?? 0,
      householdsLeft: row ? row.households - row.householdsDone : 0,
      due: row?.total.due ?? 0,
      done: row?.total.done ?? 0,
      coverage: row?.total.coverage ?? null,
      gap: row?.gap ?? null,
      isZero: row?.isZero ?? false,
      makeupDue: makeup.due - makeup.done,
    });
  }
  return rows.sort(
    (a, b) =>
      Number(b.isZero) - Number(a.isZero) || (a.coverage ?? 101) - (b.coverage ?? 101) || a.regionCode - b.regionCode,
  );
}
