import { invalid } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import {
  dosesPerHead,
  type Heads,
  headsOf,
  type Judgement,
  judgeShot,
  type RefusalCode,
} from '#modules/prevention/contract/visit/judge.ts';
import type { VisitSheet } from '#modules/prevention/contract/visit/visit-sheet.ts';
import {
  type AnimalFacts,
  type HealthFacts,
  type HolderFacts,
  healthOf,
  programmesAt,
  type VaccineFacts,
  vaccinesIn,
} from './facts.ts';

export interface Refused {
  readonly animalId: number | null;
  readonly earTag: string;
  readonly lineNo: number | null;
  readonly code: RefusalCode;
  readonly args: Readonly<Record<string, string | number>>;
}

export interface TakenAnimal {
  readonly animal: AnimalFacts;
  readonly result: 'done' | 'exempt' | 'notFound';
  readonly lineNos: readonly number[];
  readonly diseaseCodes: readonly string[];
  readonly exemptReason: string | null;
  readonly exemptUntil: string | null;
  readonly note: string | null;
  readonly guest: boolean;
}

export interface JudgedLine {
  readonly lineNo: number;
  readonly vaccine: VaccineFacts;
  readonly materialId: number | null;
  readonly lotId: number | null;
  readonly lotNo: string;
  readonly untagged: Heads;
  readonly taggedHead: number;
  readonly doses: number;
}

export interface Judged {
  readonly animals: readonly TakenAnimal[];
  readonly refused: readonly Refused[];
  readonly lines: readonly JudgedLine[];
  readonly health: HealthFacts;
}

/** R13 to R18: every animal against every vaccine it would get. Nobody stops the others. */
export async function judgeSheet(
  tx: Tx,
  sheet: VisitSheet,
  holder: HolderFacts,
  animals: readonly AnimalFacts[],
): Promise<Judged> {
  const found = new Map(animals.map((one) => [one.animalId, one]));
  const [known, health, rules] = await Promise.all([
    vaccinesIn(tx),
    healthOf(tx, [...found.keys()], sheet.visitedOn),
    programmesAt(tx, holder.regionCode, animals, sheet.visitedOn),
  ]);
  const vaccines = new Map(known.map((one) => [one.vaccineCode, one]));
  const lines = sheet.lines.map((line, at) => {
    const vaccine = vaccines.get(line.vaccineCode);
    if (!vaccine) throw invalid([{ field: `lines.${at}.vaccineCode`, key: 'error.field.ref' }]);
    return { ...line, lineNo: at + 1, vaccine };
  });
  const programmes = new Map(rules.map((one) => [`${one.diseaseCode} ${one.species} ${one.stage}`, one]));
  const refused: Refused[] = [];
  const taken: TakenAnimal[] = [];
  for (const asked of sheet.animals) {
    const animal = found.get(asked.animalId);
    const refuse = (code: RefusalCode, lineNo: number | null = null, args = {}) =>
      refused.push({ animalId: asked.animalId, earTag: animal?.earTag ?? '', lineNo, code, args });
    if (!animal) {
      refuse('elsewhere');
      continue;
    }
    if (!animal.isHere) {
      refuse('notInStock');
      continue;
    }
    const isGuest = animal.principalId !== holder.principalId;
    if (isGuest && !asked.guest) {
      refuse('elsewhere');
      continue;
    }
    const own = lines.filter(
      (line) =>
        line.vaccine.species.includes(animal.species) && (!asked.lineNos || asked.lineNos.includes(line.lineNo)),
    );
    const base = {
      animal,
      result: asked.result,
      exemptReason: asked.exemptReason ?? null,
      exemptUntil: asked.exemptUntil ?? null,
      note: asked.note ?? null,
      guest: isGuest,
    };
    if (asked.result !== 'done') {
      const diseases = [...new Set(own.flatMap((line) => line.vaccine.diseaseCodes))];
      taken.push({ ...base, lineNos: [], diseaseCodes: asked.result === 'exempt' ? diseases : [] });
      continue;
    }
    if (own.length === 0) {
      refuse('banned');
      continue;
    }
    const shots = health.immunity.get(animal.animalId) ?? [];
    const judge = (line: (typeof lines)[number]): Judgement | null =>
      judgeShot(
        {
          ...animal,
          bans: health.bans.get(animal.animalId) ?? [],
          immunity: Object.fromEntries(shots.map((one) => [one.diseaseCode, one])),
          liveOn: shots.flatMap((one) => (one.isLive && one.lastOn ? [one.lastOn] : [])),
        },
        line.vaccine,
        (code) => programmes.get(`${code} ${animal.species} ${animal.stage}`),
        {
          on: sheet.visitedOn,
          emergency: sheet.mode === 'emergency',
          otherLive: own.some((other) => other.lineNo < line.lineNo && other.vaccine.isLive),
        },
      );
    const good: typeof lines = [];
    for (const line of own) {
      const no = judge(line);
      if (no) refuse(no.code, line.lineNo, no.n === undefined ? {} : { n: no.n });
      else good.push(line);
    }
    // R18: once per disease, whichever bottle comes first.
    const once = good.filter(
      (line, at) =>
        !good
          .slice(0, at)
          .some((other) => other.vaccine.diseaseCodes.some((code) => line.vaccine.diseaseCodes.includes(code))),
    );
    if (once.length > 0)
      taken.push({
        ...base,
        lineNos: once.map((line) => line.lineNo),
        diseaseCodes: [...new Set(once.flatMap((line) => line.vaccine.diseaseCodes))],
      });
  }
  return { animals: taken, refused, health, lines: lines.map((line) => countLine(line, taken)) };
}

function countLine(
  line: VisitSheet['lines'][number] & { lineNo: number; vaccine: VaccineFacts },
  taken: readonly TakenAnimal[],
): JudgedLine {
  const tagged = taken.filter((one) => one.result === 'done' && one.lineNos.includes(line.lineNo));
  const taggedDoses = tagged.reduce(
    (sum, { animal }) => sum + dosesPerHead(line.vaccine.doses, animal.species, animal.stage),
    0,
  );
  const untagged = Object.entries(line.untagged).flatMap(([species, stages]) =>
    Object.entries(stages).map(([stage, n]) => n * dosesPerHead(line.vaccine.doses, species, stage)),
  );
  return {
    lineNo: line.lineNo,
    vaccine: line.vaccine,
    materialId: line.materialId ?? null,
    lotId: line.lotId ?? null,
    lotNo: line.lotNo ?? '',
    untagged: line.untagged,
    taggedHead: tagged.length,
    doses: taggedDoses + untagged.reduce((sum, n) => sum + n, 0),
  };
}

export function refuseTwice({ animals }: VisitSheet): void {
  if (new Set(animals.map((one) => one.animalId)).size < animals.length)
    throw invalid([{ field: 'animals', key: 'prevention.visit.twice' }]);
}

/** R18: of a kind without numbers no more can have been done than were found. */
export function refuseUntagged(sheet: VisitSheet): void {
  for (const [at, line] of sheet.lines.entries())
    for (const species of Object.keys(line.untagged))
      if (headsOf(line.untagged, species) > headsOf(sheet.foundUntagged ?? {}, species))
        throw invalid([{ field: `lines.${at}.untagged`, key: 'prevention.visit.looseOver' }]);
}
