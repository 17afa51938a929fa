// Chinese in this file: names of standard stages are data that a farm copies and may change.
export interface StandardStage {
  readonly name: string;
  readonly enterWhen: string;
  readonly enterFrom?: number;
  readonly event?: string;
  readonly maxDays?: number;
  readonly hovelKinds: readonly string[];
  readonly targetAdg?: number;
}
export interface StandardScheme {
  readonly code: string;
  readonly name: string;
  readonly species: string;
  readonly purpose: string;
  readonly stages: readonly StandardStage[];
}

const cow = ['cowHouse'];
const calf = ['calf'];
const fat = ['fattening'];
const sheep = ['sheepHouse'];
const on = (name: string, event: string, rest: Partial<StandardStage> = {}): StandardStage => ({
  name,
  enterWhen: 'event',
  event,
  hovelKinds: cow,
  ...rest,
});
const from = (name: string, enterWhen: string, enterFrom: number, rest: Partial<StandardStage> = {}) => ({
  name,
  enterWhen,
  enterFrom,
  hovelKinds: cow,
  ...rest,
});

/** 2.7: what a farm begins with; its own versions are copies. Names are data a farm may change, so they are in its language. */
export const standardSchemes: readonly StandardScheme[] = [
  {
    code: 'cow',
    name: '母牛',
    species: 'cattle',
    purpose: 'breeding',
    stages: [
      on('空怀', 'open', { maxDays: 90 }),
      on('配后', 'served', { maxDays: 75 }),
      on('妊娠前期', 'confirmed'),
      from('妊娠中期', 'gestationDay', 91),
      from('妊娠后期', 'gestationDay', 211),
      on('围产', 'nearCalving', { enterFrom: 21, maxDays: 31, hovelKinds: ['calving', 'cowHouse'] }),
      on('哺乳', 'calved', { maxDays: 150, hovelKinds: ['calving', 'cowHouse'] }),
    ],
  },
  {
    code: 'calf',
    name: '犊牛',
    species: 'cattle',
    purpose: 'rearing',
    stages: [
      from('新生', 'ageDays', 0, { hovelKinds: ['calf', 'calving'] }),
      from('哺乳', 'ageDays', 8, { maxDays: 160, hovelKinds: ['calf', 'cowHouse', 'calving'], targetAdg: 700 }),
      on('断奶过渡', 'weaned', { maxDays: 21, hovelKinds: calf, targetAdg: 600 }),
      from('育成', 'daysInStage', 14, { hovelKinds: ['calf', 'cowHouse'], targetAdg: 750 }),
    ],
  },
  {
    code: 'fattening',
    name: '育肥牛',
    species: 'cattle',
    purpose: 'fattening',
    stages: [
      on('过渡', 'entered', { maxDays: 20, hovelKinds: ['fattening', 'isolation'], targetAdg: 600 }),
      from('前期', 'daysInStage', 15, { hovelKinds: fat, maxDays: 150, targetAdg: 1200 }),
      from('中期', 'weightKg', 350, { hovelKinds: fat, maxDays: 150, targetAdg: 1200 }),
      from('后期', 'weightKg', 500, { hovelKinds: fat, maxDays: 150, targetAdg: 1200 }),
      from('待出栏', 'weightKg', 650, { hovelKinds: fat, maxDays: 30, targetAdg: 1000 }),
    ],
  },
  {
    code: 'ewe',
    name: '母羊',
    species: 'sheep',
    purpose: 'breeding',
    stages: [
      on('空怀', 'open', { hovelKinds: sheep }),
      on('配后', 'served', { hovelKinds: sheep }),
      on('妊娠前期', 'confirmed', { hovelKinds: sheep }),
      from('妊娠后期', 'gestationDay', 91, { hovelKinds: sheep }),
      on('围产', 'nearCalving', { enterFrom: 7, hovelKinds: ['lambing', 'sheepHouse'] }),
      on('哺乳', 'calved', { maxDays: 60, hovelKinds: ['lambing', 'sheepHouse'] }),
    ],
  },
  {
    code: 'lamb',
    name: '羔羊育肥',
    species: 'sheep',
    purpose: 'fattening',
    stages: [
      from('哺乳', 'ageDays', 0, { hovelKinds: ['sheepHouse', 'lambing'] }),
      from('过渡', 'ageDays', 60, { hovelKinds: sheep }),
      from('育肥', 'daysInStage', 10, { hovelKinds: sheep, targetAdg: 200 }),
      from('待出栏', 'weightKg', 45, { hovelKinds: sheep, maxDays: 30 }),
    ],
  },
];

/** What an animal is kept for when nobody says so. */
export function usualPurpose(one: { species: string; sex: string; ageDays: number; parity: number }): string {
  if (one.sex === 'female' && (one.parity > 0 || one.ageDays >= 420)) return 'breeding';
  if (one.species !== 'cattle') return one.sex === 'female' && one.ageDays >= 300 ? 'breeding' : 'fattening';
  return one.ageDays < 240 ? 'rearing' : one.sex === 'female' ? 'rearing' : 'fattening';
}

/** The standard scheme for a species and purpose; goats go by those of sheep. */
export function schemeCodeOf(species: string, purpose: string): string {
  if (species === 'cattle') return { breeding: 'cow', rearing: 'calf' }[purpose] ?? 'fattening';
  return purpose === 'breeding' ? 'ewe' : 'lamb';
}
