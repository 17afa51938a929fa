/** R12: what an animal, its holder, the way and the destination must fulfil before it may be certified. */
export const conditionCodes = [
  'tag',
  'owner',
  'immune',
  'immuneAge',
  'zone',
  'flag',
  'lab',
  'withdrawal',
  'pledge',
  'file',
  'subject',
  'vehicle',
  'approval',
  'lead',
  'clinical',
] as const;
export type ConditionCode = (typeof conditionCodes)[number];
export type Level = 'block' | 'warn';

/** Red ones of these are passed by nobody; `vehicle` blocks across provinces only. */
export const blocking: readonly ConditionCode[] = [
  'tag',
  'owner',
  'immune',
  'zone',
  'flag',
  'lab',
  'withdrawal',
  'pledge',
  'vehicle',
  'approval',
  'clinical',
];

export const levelOf = (code: ConditionCode, scope: Scope): Level =>
  blocking.includes(code) && (code !== 'vehicle' || scope === 'crossProvince') ? 'block' : 'warn';

export type Scope = 'inCounty' | 'inProvince' | 'crossProvince';
export function scopeOf(from: number, to: number): Scope {
  if (Math.floor(from / 1e10) !== Math.floor(to / 1e10)) return 'crossProvince';
  return Math.floor(from / 1e6) === Math.floor(to / 1e6) ? 'inCounty' : 'inProvince';
}

/** Days and hours of the law, the same everywhere until a county says otherwise. */
export const terms = {
  leadHours: { slaughter: 6, other: 72 },
  fmdDays: { from: 14, to: 180 },
  testDays: 90,
  /** R15: the last day a certificate may name, counted from the day it is issued. */
  validDays: { animalA: 5, animalB: 0, productA: 7, productB: 0 } as Readonly<Record<string, number>>,
  /** R22: hours after a certificate's end until an arrival is missed. */
  dueHours: 24,
  /** Purposes that ask for a test of brucellosis and, across provinces, for an approval. */
  breedingPurposes: ['breed'] as readonly string[],
  testDiseases: ['brucellosis'] as readonly string[],
} as const;

export const certTypeOf = (scope: Scope): 'animalA' | 'animalB' => (scope === 'crossProvince' ? 'animalA' : 'animalB');
