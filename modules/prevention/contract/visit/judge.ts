/** Whether an animal may have a vaccine on a day: the same answer in the form, in the preview and when the sheet is saved. */

export type RefusalCode = 'tooSoon' | 'tooYoung' | 'banned' | 'tooClose' | 'elsewhere' | 'unknownTag' | 'notInStock';

export interface Shot {
  readonly lastOn: string | null;
  readonly shots: number;
  readonly boosterDueOn: string | null;
}

export interface JudgedAnimal {
  readonly species: string;
  readonly birthDate: string;
  readonly breedingUse: boolean;
  /** What other modules know against it: late gestation, under treatment, sick. */
  readonly bans: readonly string[];
  readonly immunity: Readonly<Record<string, Shot>>;
  /** Days of its shots of live vaccines. */
  readonly liveOn: readonly string[];
}

export interface JudgedVaccine {
  readonly diseaseCodes: readonly string[];
  readonly species: readonly string[];
  readonly isLive: boolean;
  readonly apartDays: number;
}

/** What the programme says of one disease for this kind and age in this place. */
export interface Programme {
  readonly minAgeDays: number;
  readonly minGapDays: number;
  readonly banOn: readonly string[];
}

export interface Judgement {
  readonly code: RefusalCode;
  /** Days that are lacking, where days are. */
  readonly n?: number;
}

export const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
export const addDays = (day: string, n: number): string =>
  new Date((dayNumber(day) + n) * 86_400_000).toISOString().slice(0, 10);

/** A booster may come this many days early. */
const boosterEarly = 7;
/** In an emergency animals done within this many days are left alone. */
const emergencyGap = 30;

/**
 * Why an animal may not have this vaccine on that day; null means it may. `otherLive` says that the same visit gives it another live one.
 *
 * @example
 * const why = judgeShot(animal, vaccine, (code) => programmes.get(code), { on: '2026-11-16', emergency: false, otherLive: false });
 */
export function judgeShot(
  animal: JudgedAnimal,
  vaccine: JudgedVaccine,
  programmeOf: (diseaseCode: string) => Programme | undefined,
  visit: { readonly on: string; readonly emergency: boolean; readonly otherLive: boolean },
): Judgement | null {
  if (!vaccine.species.includes(animal.species)) return { code: 'banned' };
  const today = dayNumber(visit.on);
  const age = today - dayNumber(animal.birthDate);
  for (const code of vaccine.diseaseCodes) {
    const programme = programmeOf(code);
    if (programme && age < programme.minAgeDays) return { code: 'tooYoung', n: programme.minAgeDays - age };
    const facts = animal.breedingUse ? ['breedingStock', ...animal.bans] : animal.bans;
    if (programme?.banOn.some((one) => facts.includes(one))) return { code: 'banned' };
  }
  for (const code of vaccine.diseaseCodes) {
    const shot = animal.immunity[code];
    if (!shot?.lastOn) continue;
    const gap = Math.max(programmeOf(code)?.minGapDays ?? 21, visit.emergency ? emergencyGap : 0);
    const apart = Math.abs(today - dayNumber(shot.lastOn));
    const isBooster =
      shot.shots === 1 && shot.boosterDueOn !== null && today >= dayNumber(shot.boosterDueOn) - boosterEarly;
    if (apart < gap && !isBooster) return { code: 'tooSoon', n: gap };
  }
  if (vaccine.isLive && vaccine.apartDays > 0) {
    const isClose = animal.liveOn.some((day) => Math.abs(today - dayNumber(day)) < vaccine.apartDays);
    if (isClose || visit.otherLive) return { code: 'tooClose', n: vaccine.apartDays };
  }
  return null;
}

/** Heads of a kind and age: `{cattle: {calf: 2}}`. */
export type Heads = Readonly<Record<string, Readonly<Record<string, number>>>>;
export const headsOf = (heads: Heads, species: string): number =>
  Object.values(heads[species] ?? {}).reduce((sum, n) => sum + n, 0);

export interface Dose {
  readonly ml?: number | undefined;
  readonly dosesPerHead?: number | undefined;
}
/** Doses one head of a kind and age takes: what the vaccine says of the stage, else of the species, else one. */
export const dosesPerHead = (doses: Readonly<Record<string, Dose>>, species: string, stage: string): number =>
  doses[`${species}/${stage}`]?.dosesPerHead ?? doses[species]?.dosesPerHead ?? 1;
