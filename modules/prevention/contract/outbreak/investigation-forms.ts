/** What is asked of a holding, section by section; one form per disease. Questions are named here and worded in the locale files. */
export const investigationSections = [
  'holding',
  'stock',
  'immunity',
  'signs',
  'feedWater',
  'people',
  'moves',
  'neighbours',
  'biosecurity',
  'samples',
  'judgement',
] as const;
export type InvestigationSection = (typeof investigationSections)[number];

export interface Question {
  readonly code: string;
  readonly section: InvestigationSection;
  readonly kind: 'text' | 'number' | 'yesNo' | 'date' | 'choice' | 'choices';
  readonly choices?: readonly string[];
  readonly required?: boolean;
  /** Asked only for these diseases; none: for every one. */
  readonly diseases?: readonly string[];
}

const yes = { kind: 'yesNo' } as const;

const questions: readonly Question[] = [
  { code: 'keeping', section: 'holding', kind: 'choice', choices: ['penned', 'grazing', 'mixed'], required: true },
  { code: 'sharedPasture', section: 'holding', ...yes },
  { code: 'staffCount', section: 'holding', kind: 'number' },
  { code: 'stockRemark', section: 'stock', kind: 'text' },
  { code: 'pregnantHead', section: 'stock', kind: 'number' },
  { code: 'immunityComplete', section: 'immunity', ...yes, required: true },
  { code: 'vaccineLots', section: 'immunity', kind: 'text' },
  { code: 'keptCold', section: 'immunity', ...yes },
  {
    code: 'signsSeen',
    section: 'signs',
    kind: 'choices',
    choices: [
      'none',
      'fever',
      'lameness',
      'blisters',
      'abortion',
      'orchitis',
      'cough',
      'diarrhoea',
      'nodules',
      'suddenDeath',
    ],
    required: true,
  },
  { code: 'abortions', section: 'signs', kind: 'number', diseases: ['brucellosis'] },
  { code: 'retainedAfterbirth', section: 'signs', ...yes, diseases: ['brucellosis'] },
  { code: 'mouthAndFeet', section: 'signs', ...yes, diseases: ['fmd'] },
  { code: 'eyesAndNose', section: 'signs', ...yes, diseases: ['ppr'] },
  { code: 'skinNodules', section: 'signs', kind: 'number', diseases: ['lsd', 'sheepPox'] },
  { code: 'bloodUnclotted', section: 'signs', ...yes, diseases: ['anthrax'] },
  { code: 'timeline', section: 'signs', kind: 'text' },
  { code: 'feedSource', section: 'feedWater', kind: 'choice', choices: ['own', 'bought', 'both'] },
  { code: 'waterSource', section: 'feedWater', kind: 'choice', choices: ['well', 'river', 'tap'] },
  { code: 'visitors30', section: 'people', kind: 'number' },
  { code: 'vehicles30', section: 'people', kind: 'number' },
  { code: 'peopleIll', section: 'people', ...yes, diseases: ['brucellosis', 'anthrax', 'echinococcosis'] },
  { code: 'protected', section: 'people', ...yes, diseases: ['brucellosis', 'anthrax', 'echinococcosis'] },
  { code: 'insectsMany', section: 'neighbours', ...yes, diseases: ['lsd'] },
  { code: 'dogsKept', section: 'neighbours', kind: 'number', diseases: ['echinococcosis'] },
  { code: 'neighboursIll', section: 'neighbours', ...yes, required: true },
  { code: 'wildlife', section: 'neighbours', kind: 'text' },
  {
    code: 'disinfection',
    section: 'biosecurity',
    kind: 'choice',
    choices: ['daily', 'weekly', 'seldom', 'never'],
    required: true,
  },
  { code: 'isolationPen', section: 'biosecurity', ...yes },
  { code: 'carcasses', section: 'biosecurity', kind: 'choice', choices: ['collected', 'buried', 'other'] },
  { code: 'sampleCount', section: 'samples', kind: 'number' },
  { code: 'sampleRemark', section: 'samples', kind: 'text' },
  {
    code: 'likelySource',
    section: 'judgement',
    kind: 'choice',
    choices: ['boughtIn', 'neighbour', 'vehicle', 'feed', 'wildlife', 'unknown'],
    required: true,
  },
  { code: 'opinion', section: 'judgement', kind: 'text', required: true },
];

/** The form of a disease; what is not in it is asked of everybody. */
export const questionsOf = (formCode: string): readonly Question[] =>
  questions.filter(({ diseases }) => !diseases || diseases.includes(formCode));

export const allQuestions = questions;
