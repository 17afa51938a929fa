import type { Tx } from '#kit/server/db/database.ts';
import { changeAnimals, registerAnimals } from '#modules/registry/server/index.ts';
import type { Random } from '../random.ts';

/** What every part of the demo's trade is given. */
export interface Trade {
  readonly tx: Tx;
  readonly random: Random;
  readonly today: string;
  day(days: number): string;
  unit(key: string): number;
  user(username: string): Promise<number | null>;
}

/** Steers that came, grew and left again before today: what old papers are about. */
export async function pastSteers(
  { tx, day, unit }: Trade,
  { from, count, leftOn, kind }: { from: number; count: number; leftOn: number; kind: 'saleOut' | 'slaughter' },
): Promise<{ id: number; earTag: string }[]> {
  const tags = Array.from({ length: count }, (_, at) => `2150521${80_000_000 + from + at}`);
  const { animalIds } = await registerAnimals(tx, {
    entryKind: 'backlog',
    principalId: unit('farm1'),
    wornOn: day(leftOn - 300),
    staffId: null,
    animals: tags.map((tag) => ({
      tag,
      species: 'cattle',
      breed: 'simmental',
      sex: 'male',
      birthDate: day(leftOn - 540),
    })),
  } as never);
  await changeAnimals(tx, {
    changeType: kind,
    animalIds,
    happenedOn: day(leftOn),
    purpose: kind === 'saleOut' ? 'fatten' : 'slaughter',
    mayCorrect: true,
    source: 'farm.trade',
    confirmedBy: unit(kind === 'saleOut' ? 'farm1' : 'plant1'),
  });
  return animalIds.map((id, at) => ({ id, earTag: tags[at] as string }));
}
