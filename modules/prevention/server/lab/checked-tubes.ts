import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { NewSample } from './sample.ts';
import { isBarcodeOf } from './sampling/barcode.ts';
import { type Candidate, candidates } from './sampling/eligible.ts';
import type { LogFacts } from './sampling/sample-log.ts';
import type { TaskFacts } from './sampling/sample-task.ts';

interface Told {
  readonly barcode: string;
  readonly animalId?: number | null | undefined;
  readonly animalIds?: readonly number[] | null | undefined;
  readonly poolNo?: string | null | undefined;
  readonly species?: string | null | undefined;
  readonly volume?: number | null | undefined;
}

const idsOf = (one: Told): readonly number[] => (one.animalId ? [one.animalId] : (one.animalIds ?? []));

/** Tubes as they came from the pen: every label is of this record, every animal of this household, and each may give for this task, in a pool as alone. */
export async function checkedTubes(
  tx: Tx,
  log: LogFacts,
  task: TaskFacts,
  on: string,
  told: readonly Told[],
): Promise<NewSample[]> {
  if (new Set(told.map((one) => one.barcode)).size < told.length)
    throw refusal('barcodeTwice', 'prevention.sampleLog.barcodeTwice');
  const strange = told.find((one) => !isBarcodeOf(log.id, one.barcode));
  if (strange) throw refusal('barcodeStrange', 'prevention.sampleLog.barcodeStrange', { barcode: strange.barcode });
  const ids = told.flatMap(idsOf);
  if (new Set(ids).size < ids.length) throw refusal('animalTwice', 'prevention.sampleLog.animalTwice');
  const herd = new Map((await candidates(tx, task, log.principalId, on, ids)).map((one) => [one.animalId, one]));
  const givers = told.map((one) =>
    idsOf(one).map((id) => {
      const animal = herd.get(id);
      if (!animal) throw refusal('notHere', 'prevention.sampleLog.notHere', { barcode: one.barcode });
      return animal;
    }),
  );
  refuseUnfit(task, givers.flat());
  const names = poolNames(log, told);
  return told.map((one, at) => tubeOf(one, givers[at] ?? [], names[at] ?? null));
}

/** R43. */
function refuseUnfit(task: TaskFacts, givers: readonly Candidate[]): void {
  const refused = givers.flatMap(({ earTag, refused: code }) => (code ? [{ earTag, code, text: code }] : []));
  if (refused[0])
    throw refusal(
      refused[0].code,
      `prevention.sampleLog.refused_${refused[0].code}`,
      { tags: refused.map((one) => one.earTag).join('、'), n: task.minDays ?? 0 },
      refused,
    );
}

/** A pool without a number gets the record's and its own place in it. */
function poolNames(log: LogFacts, told: readonly Told[]): (string | null)[] {
  let n = 0;
  const names = told.map((one) => {
    if (one.animalId) return null;
    n += 1;
    return one.poolNo || (one.animalIds ? `${log.docNo}-P${n}` : null);
  });
  const given = names.filter((one) => one !== null);
  if (new Set(given).size < given.length) throw refusal('poolTwice', 'prevention.sampleLog.poolTwice');
  return names;
}

function tubeOf(
  { barcode, volume = null, species }: Told,
  givers: readonly Candidate[],
  poolNo: string | null,
): NewSample {
  const [first, ...others] = givers;
  if (!first) {
    if (!poolNo || !species) throw refusal('tubeOfNobody', 'prevention.sampleLog.tubeOfNobody', { barcode });
    const bare = { animalId: null, earTag: null, pool: [], immunisedOn: {}, daysAfterImmune: null, lotNo: null };
    return { barcode, volume, poolNo, species, ...bare };
  }
  if (!poolNo)
    return {
      barcode,
      volume,
      poolNo,
      pool: [],
      animalId: first.animalId,
      earTag: first.earTag,
      species: first.species,
      immunisedOn: first.immunisedOn,
      daysAfterImmune: first.days,
      lotNo: first.lotNo,
    };
  if (others.some((one) => one.species !== first.species))
    throw refusal('poolSpecies', 'prevention.sampleLog.poolSpecies', { barcode });
  const days = givers.map((one) => one.days);
  return {
    barcode,
    volume,
    poolNo,
    pool: givers.map(({ animalId, earTag }) => ({ animalId, earTag })),
    animalId: null,
    earTag: null,
    species: first.species,
    immunisedOn: latestOf(givers),
    // As fresh as the freshest of them; unknown as soon as it is of one.
    daysAfterImmune: days.includes(null) ? null : Math.min(...(days as number[])),
    lotNo: others.every((one) => one.lotNo === first.lotNo) ? first.lotNo : null,
  };
}

/** Per disease the last shot among them, of diseases all of them are immunised against. */
function latestOf(givers: readonly Candidate[]): Record<string, string> {
  const [first] = givers;
  return Object.fromEntries(
    Object.keys(first?.immunisedOn ?? {}).flatMap((code) => {
      const dates = givers.flatMap((one) => one.immunisedOn[code] ?? []);
      return dates.length === givers.length ? [[code, dates.toSorted().at(-1) as string]] : [];
    }),
  );
}
