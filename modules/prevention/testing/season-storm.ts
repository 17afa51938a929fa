import type { Person, World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { dayFromNow, tenant } from '#modules/depot/testing/fixtures.ts';
import { changeAnimals } from '#modules/registry/server/index.ts';
import { photoOf } from './fixtures.ts';
import { type Arms, sell, sheet } from './season-fixtures.ts';

export interface StormInput {
  readonly world: World;
  readonly worker: Person;
  /** The same worker by name: pictures are theirs, and past the limit of a day's uploads. */
  readonly username: string;
  readonly arms: Arms;
  /** Households the worker serves; several clients take the same. */
  readonly holders: readonly number[];
  readonly clients: number;
  readonly steps: number;
  /** 0 ≤ x < 1; the same seed makes the same storm as far as the clients keep step. */
  readonly random: () => number;
  onStep?(done: number): void;
}

export interface Told {
  visits: number;
  heads: number;
  voided: number;
  moved: number;
  died: number;
  late: number;
  refused: number;
}

const codes = new Set([200, 409, 422, 500]);

/** Visits, voids, moves, deaths and late entries by several clients at once over the same few households: what a bad week does to figures. */
export async function storm(input: StormInput): Promise<Told> {
  const { world, worker, arms, holders, random } = input;
  const told: Told = { visits: 0, heads: 0, voided: 0, moved: 0, died: 0, late: 0, refused: 0 };
  const made: number[] = [];
  let left = input.steps;
  const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const herdOf = async (holder: number, most: number) =>
    (
      await world.sql<{ id: number }>(
        `select id as id from registry.animal where tenant_no = $1 and principal_id = $2 and status = 'inStock' and in_herd and voided_at is null and pending_change_id is null and not pledged and not insured
         order by random() limit $3`,
        [tenant, holder, most],
      )
    ).map((one) => one.id);
  const visit = async (isLate: boolean) => {
    const holder = any(holders);
    const animals = await herdOf(holder, 1 + Math.floor(random() * 12));
    if (animals.length === 0) return;
    const body = sheet({ principalId: holder }, animals, arms, await photoOf(world, input.username), {
      ...(isLate && { visitedOn: dayFromNow(-1 - Math.floor(random() * 6)) }),
      ...(random() < 0.2 && {
        foundUntagged: { cattle: { calf: 4 } },
        lines: [
          {
            vaccineCode: 'fmdOA',
            materialId: arms.materialId,
            lotId: arms.lotId,
            untagged: { cattle: { calf: 1 + Math.floor(random() * 3) } },
          },
        ],
      }),
    });
    const answer = await worker.post('ant/visit/add', body);
    if (!codes.has(answer.code)) throw new Error(`${answer.code} ${answer.msg}`);
    if (answer.code !== 200) {
      told.refused += 1;
      return;
    }
    made.push(answer.data.id);
    told.visits += 1;
    told.heads += answer.data.accepted;
    if (isLate) told.late += 1;
  };
  const takeBack = async () => {
    const id = made.splice(Math.floor(random() * made.length), 1)[0];
    if (id === undefined) return visit(false);
    const { data } = await worker.get(`ant/visit/${id}`);
    const answer = await worker.post('ant/visit/transition', {
      id,
      version: data.version,
      name: 'takeBack',
      remark: '试验',
    });
    if (answer.code === 200) told.voided += 1;
    else told.refused += 1;
  };
  const tried = async (work: () => Promise<unknown>, count: () => void) => {
    try {
      await work();
      count();
    } catch {
      // Somebody else was quicker with the same animal: nothing was written.
      told.refused += 1;
    }
  };
  const step = async () => {
    const dice = random();
    if (dice < 0.55) return visit(false);
    if (dice < 0.65) return visit(true);
    if (dice < 0.78) return takeBack();
    const owner = any(holders);
    const animals = await herdOf(owner, 1 + Math.floor(random() * 3));
    if (animals.length === 0) return;
    if (dice < 0.92)
      return tried(
        () => sell(world, animals, any(holders.filter((one) => one !== owner))),
        () => {
          told.moved += animals.length;
        },
      );
    return tried(
      () =>
        world.database.transaction(systemScope(tenant, 'test'), (tx) =>
          changeAnimals(tx, {
            changeType: 'death',
            animalIds: animals,
            happenedOn: dayFromNow(0),
            cause: 'disease',
            disposalWay: 'burial',
            confirmedBy: owner,
            mayCorrect: true,
          }),
        ),
      () => {
        told.died += animals.length;
      },
    );
  };
  await Promise.all(
    Array.from({ length: input.clients }, async () => {
      while (left > 0) {
        left -= 1;
        await step();
        input.onStep?.(input.steps - left);
      }
    }),
  );
  return told;
}

/** Households the worker's own picker offers. */
export const householdsOf = async (worker: Person, most: number): Promise<number[]> =>
  (await worker.get(`ant/visit/households?limit=${most}`)).data.map((one: { principalId: number }) => one.principalId);

/** A small generator instead of Math.random: a run that failed can be had again. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
