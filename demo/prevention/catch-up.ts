import type { Tx } from '#kit/server/db/database.ts';
import { addDays, type Heads } from '#modules/prevention/contract/visit/judge.ts';
import type { Random } from '../random.ts';
import { isGrown, isOpen, loadHolders, progress, villagesFirst, workday } from './herds.ts';
import { makeUpVisits } from './make-up.ts';
import { type Holder, type Visit, VisitBook } from './visit-book.ts';

interface Due {
  /** Diseases each animal still waits for. */
  readonly animals: ReadonlyMap<number, readonly string[]>;
  /** Heads without numbers, and for how many diseases each of a kind counts. */
  readonly untagged: readonly { species: string; diseases: number; heads: number; stages: Record<string, number> }[];
}

/**
 * The last two weeks of the running season: every county comes to where it stands today. Called when herds are as they stay, since what was
 * counted, bought or lost after a visit changes what is due.
 */
export async function saveCatchUp(tx: Tx, today: string, random: Random): Promise<void> {
  const [season] = await tx.query<{ id: number }>(
    "select id from prevention.prevention_season where status = 'ongoing' order by start_date desc limit 1",
  );
  if (!season) return;
  const book = new VisitBook(tx, random);
  await book.load();
  const holders = await loadHolders(tx);
  // First: its shots count for the season as well.
  await makeUp(tx, book, holders, today, random);
  const due = await dueOf(tx, season.id, holders);
  const stands = await tx.query<{ county: number; due: number; done: number; begun: number[] }>(
    `select (region_code / 1000000)::int as county, sum(due)::int as due, sum(done)::int as done, array_agg(distinct region_code) filter (where done > 0) as begun
     from prevention.prevention_plan where season_id = $1 group by 1 order by 1`,
    [season.id],
  );
  const visits: Visit[] = [];
  for (const { county, due: whole, done, begun } of stands) {
    let left = Math.round(whole * (progress[county] ?? 0.7)) - done;
    const here = holders.filter((one) => isOpen(one) && Math.floor(one.regionCode / 1e6) === county);
    const order = villagesFirst(random.shuffle(here));
    const isBegun = (one: Holder) => begun?.includes(one.regionCode) ?? false;
    for (const holder of [...order.filter((one) => !isBegun(one)), ...order.filter(isBegun)]) {
      if (left <= 0) break;
      const on = addDays(today, visits.length % 5 === 0 ? 0 : workday(random, today, -12));
      const taken = take(holder, due.get(holder.id), on, left);
      if (taken.doses === 0) continue;
      left -= taken.doses;
      visits.push({
        holder,
        mode: 'season',
        seasonId: season.id,
        on,
        result: taken.isAll ? 'done' : 'partial',
        vaccines: ['fmdOA', 'ppr'].filter((code) => book.speciesOf(code).some((one) => taken.species.has(one))),
        animals: taken.animals,
        ...(taken.untagged && { untagged: taken.untagged }),
      });
    }
  }
  await book.record(visits);
}

/** Of what the month has to make up. */
const madeUp = 0.61;

async function makeUp(
  tx: Tx,
  book: VisitBook,
  holders: readonly Holder[],
  today: string,
  random: Random,
): Promise<void> {
  const [month] = await tx.query<{ due: number; done: number }>(
    'select coalesce(sum(due), 0)::int as due, coalesce(sum(done), 0)::int as done from prevention.routine_plan where tenant_no = $1 and month = $2',
    [tx.scope.tenantNo, today.slice(0, 7)],
  );
  if (!month) return;
  let left = Math.round(month.due * madeUp) - month.done;
  const visits: Visit[] = [];
  for (const visit of await makeUpVisits(tx, holders.filter(isOpen), today, random)) {
    const animals = visit.animals.slice(0, Math.max(0, left));
    left -= animals.length;
    if (animals.length > 0) visits.push({ ...visit, animals });
  }
  await book.record(visits);
}

function take(holder: Holder, due: Due | undefined, on: string, most: number) {
  let left = most;
  const waiting = holder.animals.filter((one) => due?.animals.has(one.animalId));
  const animals = waiting.flatMap((animal) => {
    const only = due?.animals.get(animal.animalId) ?? [];
    if (only.length > left || !isGrown(animal, on)) return [];
    left -= only.length;
    return [{ animal, only }];
  });
  const untagged: Record<string, Record<string, number>> = {};
  for (const { species, diseases, heads, stages } of due?.untagged ?? []) {
    let room = Math.min(heads, Math.floor(left / diseases));
    for (const [stage, n] of Object.entries(stages)) {
      const some = Math.min(n, room);
      if (some === 0) continue;
      room -= some;
      left -= some * diseases;
      untagged[species] = { ...untagged[species], [stage]: some };
    }
  }
  const species = new Set([...animals.map((one) => one.animal.species), ...Object.keys(untagged)]);
  const hasUntagged = Object.keys(untagged).length > 0;
  return {
    animals,
    species,
    doses: most - left,
    isAll: animals.length === waiting.length,
    untagged: hasUntagged ? (untagged as Heads) : null,
  };
}

async function dueOf(tx: Tx, seasonId: number, holders: readonly Holder[]): Promise<Map<number, Due>> {
  const ids = holders.map((one) => one.id);
  const animals = await tx.query<{ principalId: number; animalId: number; diseaseCode: string }>(
    `select principal_id as "principalId", animal_id as "animalId", disease_code as "diseaseCode" from prevention.judge_season($1, $2, $3) where how = 'remaining'
     order by principal_id, animal_id, disease_code`,
    [tx.scope.tenantNo, seasonId, ids],
  );
  const untagged = await tx.query<{
    principalId: number;
    species: string;
    diseases: number;
    heads: number;
    stages: Record<string, number>;
  }>(
    `select p.principal_id as "principalId", p.species, count(*)::int as diseases, min(p.remaining_untagged) as heads, s.stages from prevention.prevention_plan p
     join prevention.holder_stock s on s.tenant_no = p.tenant_no and s.principal_id = p.principal_id and s.species = p.species
     where p.season_id = $1 and p.remaining_untagged > 0 group by p.principal_id, p.species, s.stages order by p.principal_id, p.species`,
    [seasonId],
  );
  return new Map(
    ids.map((id) => {
      const own = Map.groupBy(
        animals.filter((one) => one.principalId === id),
        (one) => one.animalId,
      );
      const codes = [...own].map(([animal, rows]) => [animal, rows.map((one) => one.diseaseCode)] as const);
      return [id, { animals: new Map(codes), untagged: untagged.filter((one) => one.principalId === id) }];
    }),
  );
}
