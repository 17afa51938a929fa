/** Parameters of breeding, by region and, where they differ, by species. The nearest region above a place decides. */

export type Species = 'cattle' | 'sheep' | 'goat';
export const bredSpecies: readonly Species[] = ['cattle', 'sheep', 'goat'];

export interface SpeciesRules {
  readonly firstServiceMonths: number;
  readonly calvingRefuseDays: number;
  readonly calvingAdviseDays: number;
  readonly sameHeatHours: number;
  readonly shotsPerHeat: number;
  readonly strawsPerShot: number;
  readonly cycleFrom: number;
  readonly cycleTo: number;
  readonly checkEarly: number;
  /** Null: this method is not used on them. */
  readonly rectalEarly: number | null;
  readonly checkDue: number;
  readonly gestation: number;
  readonly normalDays: number;
  readonly acceptBefore: number;
  readonly acceptAfter: number;
  readonly lateGestationDays: number;
  readonly birthInterval: number;
  readonly mostCalves: number;
}

export interface CommonRules {
  readonly kinRefusePct: number;
  readonly kinWarnPct: number;
  readonly rotationPct: number;
  readonly motilityMin: number;
  readonly abnormalMax: number;
  readonly backdateDays: number;
  readonly backdateMost: number;
  readonly voidHours: number;
  readonly dailyShots: number;
  readonly farKm: number;
  readonly transitDays: number;
  readonly rateMinCount: number;
  readonly longOpenDays: number;
  readonly repeatBreederHeats: number;
  readonly tankLevelDays: number;
  readonly stationLevelDays: number;
  readonly tankLowPct: number;
  readonly tagDueDays: number;
  readonly calvingVerify: 'none' | 'subsidised' | 'all';
}

const ruminant = {
  sameHeatHours: 36,
  shotsPerHeat: 2,
  strawsPerShot: 2,
  checkEarly: 30,
  rectalEarly: null,
  checkDue: 45,
  calvingRefuseDays: 30,
  calvingAdviseDays: 45,
  firstServiceMonths: 8,
  normalDays: 7,
  acceptBefore: 12,
  acceptAfter: 10,
  lateGestationDays: 30,
  birthInterval: 140,
  mostCalves: 6,
};
export const speciesDefaults: Readonly<Record<Species, SpeciesRules>> = {
  cattle: {
    ...ruminant,
    firstServiceMonths: 15,
    calvingRefuseDays: 35,
    calvingAdviseDays: 50,
    cycleFrom: 17,
    cycleTo: 25,
    checkEarly: 28,
    rectalEarly: 45,
    checkDue: 60,
    gestation: 285,
    normalDays: 15,
    acceptBefore: 40,
    acceptAfter: 25,
    lateGestationDays: 60,
    birthInterval: 270,
    mostCalves: 3,
  },
  sheep: { ...ruminant, cycleFrom: 14, cycleTo: 20, gestation: 149 },
  goat: { ...ruminant, cycleFrom: 17, cycleTo: 24, gestation: 150 },
};

export const commonDefaults: CommonRules = {
  kinRefusePct: 6.25,
  kinWarnPct: 3.125,
  rotationPct: 20,
  motilityMin: 35,
  abnormalMax: 18,
  backdateDays: 7,
  backdateMost: 30,
  voidHours: 72,
  dailyShots: 30,
  farKm: 5,
  transitDays: 3,
  rateMinCount: 30,
  longOpenDays: 90,
  repeatBreederHeats: 3,
  tankLevelDays: 7,
  stationLevelDays: 3,
  tankLowPct: 30,
  tagDueDays: 30,
  calvingVerify: 'subsidised',
};

export const isBred = (species: string): species is Species => (bredSpecies as readonly string[]).includes(species);

/** Codes that may be set, with the values they take; those of a species name it. */
export const parameterCodes = [...Object.keys(commonDefaults), ...Object.keys(speciesDefaults.cattle)] as const;
export const isOfSpecies = (code: string): boolean => Object.hasOwn(speciesDefaults.cattle, code);

export interface SettingRow {
  readonly code: string;
  readonly species: string;
  readonly value: string;
}

const numberOr = (text: string, other: number): number => (Number.isFinite(Number(text)) ? Number(text) : other);

/** What holds in a place: the defaults, and over them what its rows say. */
export function rulesFrom(rows: readonly SettingRow[]): {
  common: CommonRules;
  of(species: string): SpeciesRules;
} {
  const common = { ...commonDefaults } as Record<string, unknown>;
  const bySpecies = new Map<string, Record<string, unknown>>();
  for (const { code, species, value } of rows) {
    if (Object.hasOwn(commonDefaults, code) && species === '')
      common[code] = code === 'calvingVerify' ? value : numberOr(value, Number(common[code]));
    if (isOfSpecies(code) && isBred(species)) {
      const own = bySpecies.get(species) ?? { ...speciesDefaults[species] };
      own[code] = numberOr(value, Number(own[code]));
      bySpecies.set(species, own);
    }
  }
  return {
    common: common as unknown as CommonRules,
    of: (species) =>
      (bySpecies.get(species) as unknown as SpeciesRules | undefined) ??
      speciesDefaults[isBred(species) ? species : 'cattle'],
  };
}
export type Rules = ReturnType<typeof rulesFrom>;
