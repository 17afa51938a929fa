import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { column, defineReport, drillTo } from '#kit/contract/report.ts';
import { animal } from '../animal/animal.ts';
import { duplicateCandidate } from '../duplicate/duplicate.ts';
import { holderTypes, principal } from '../principal/principal.ts';

/** What is counted of every village; each opens the list of what was counted. */
export const qualityMeasures = [
  'noLocation',
  'noPhone',
  'noCard',
  'scaleDiffers',
  'lateTagged',
  'pensOver',
  'oldAnimals',
  'countGap',
  'duplicates',
] as const;
export type QualityMeasure = (typeof qualityMeasures)[number];

const units = { status: 'active', principalUnitType: holderTypes.join(), regionCode: '$region' };
const holders = (more: Record<string, string> = {}) => drillTo(principal, { ...units, ...more });
const animals = (more: Record<string, string>) =>
  drillTo(animal, { status: 'inStock', regionCode: '$region', ...more });
const measure = (drill: QualityMeasure) => column.count({ drill });

/** 数据质量: counties, townships, villages or the workers in charge of them, with what is missing or does not fit; worst first. */
export const qualityBoard = defineReport({
  module: 'registry',
  name: 'quality',
  path: 'pri/quality/board',
  screen: '/pri/dataQuality',
  permission: 'pri:quality:view',
  groups: ['region', 'worker'],
  columns: {
    holders: column.count({ drill: 'holders' }),
    completenessSum: column.count(),
    /** Mean of the holders' records, in percent. */
    completeness: column.rate('completenessSum', 'holders', { per: 1, bar: true, target: 80 }),
    /** Holders whose record says less than 80 percent. */
    incomplete: column.count({ drill: 'incomplete' }),
    noLocation: measure('noLocation'),
    noPhone: measure('noPhone'),
    noCard: measure('noCard'),
    scaleDiffers: measure('scaleDiffers'),
    lateTagged: measure('lateTagged'),
    pensOver: measure('pensOver'),
    oldAnimals: measure('oldAnimals'),
    countGap: measure('countGap'),
    duplicates: measure('duplicates'),
    penDiffs: column.count({ drill: 'penDiffs', fault: true }),
    bookDiffs: column.count({ drill: 'bookDiffs', fault: true }),
    villages: column.count(),
    month: column.text(),
  },
  tiles: ['completeness', 'holders', 'incomplete', ...qualityMeasures, 'penDiffs', 'bookDiffs'],
  table: ['villages', 'holders', 'completeness', 'incomplete', ...qualityMeasures],
  sort: 'completeness',
  parts: {
    months: {
      wide: true,
      chart: { kind: 'line', by: 'month', series: ['completeness', 'holders', ...qualityMeasures], choose: true },
    },
  },
  drills: {
    holders: holders(),
    incomplete: holders({ completenessTo: '79' }),
    noLocation: holders({ hasLocation: 'false' }),
    noPhone: holders({ hasPhone: 'false' }),
    noCard: holders({ hasIdCard: 'false' }),
    scaleDiffers: holders({ scaleDiffers: 'true' }),
    countGap: holders({ countGap: 'true' }),
    lateTagged: animals({ lateTagged: 'true' }),
    oldAnimals: animals({ birthDateTo: '$oldBefore' }),
    pensOver: { page: '/pri/enclosure', list: 'pri/enclosure/list', query: { fill: 'over', regionCode: '$region' } },
    duplicates: drillTo(duplicateCandidate, { status: 'open,requested', regionCode: '$region' }),
    penDiffs: { page: '', panel: true, query: {} },
    bookDiffs: { page: '', panel: true, query: {} },
  },
});

/** R25 and the book: which counters and books do not say what is there. */
export const qualityDifferences = endpoint({
  method: 'GET',
  path: 'pri/quality/differences',
  access: needs('pri:quality:view'),
  query: z.object({ kind: z.enum(['pen', 'book']), regionCode: z.coerce.number().int().optional() }),
  data: z.array(
    z.object({
      id: idSchema,
      principalId: idSchema,
      holderName: z.string().nullable(),
      penName: z.string().nullable(),
      species: z.string().nullable(),
      said: z.int(),
      counted: z.int(),
      foundOn: z.string(),
    }),
  ),
});
