import { column, defineReport, drillTo, filter } from '#kit/contract/report.ts';
import { consult } from '../consult/consult.ts';
import { prescription } from '../prescription/prescription.ts';
import { treatment } from '../treatment/treatment.ts';
import { animalWithdrawal } from '../withdrawal/animal-withdrawal.ts';

const sheets = (more: Record<string, string> = {}) =>
  drillTo(prescription, {
    regionCode: '$region',
    species: '$species',
    issuedAtFrom: '$from',
    issuedAtTo: '$to',
    status: 'issued,running,finished,stopped,expired,cancelled',
    ...more,
  });

/** 诊疗统计: what was asked, answered, given and ordered, and how much of it was antimicrobial. */
export const careStat = defineReport({
  module: 'cure',
  name: 'careStat',
  path: 'cure/stat/care',
  screen: '/cure/stat',
  permission: 'cure:stat:view',
  filters: {
    species: filter.dict('species', { options: ['cattle', 'sheep', 'goat'] }),
    period: filter.period(),
  },
  columns: {
    asked: column.count({ drill: 'asked' }),
    answered: column.count(),
    inTime: column.count(),
    due: column.count(),
    inTimeShare: column.rate('inTime', 'due', { target: 90 }),
    treatments: column.count({ drill: 'treatments' }),
    heads: column.count(),
    sheets: column.count({ drill: 'sheets' }),
    antimicrobial: column.count({ drill: 'antimicrobial' }),
    antimicrobialShare: column.rate('antimicrobial', 'sheets'),
    offLabel: column.count({ drill: 'offLabel' }),
    grams: column.decimal(),
    /** Treatments with an antimicrobial, and those among them whose quantity of substance nobody knows. */
    amTreatments: column.count({ drill: 'amTreatments' }),
    mgUnknown: column.count(),
    milligrams: column.decimal(),
    /** Kilograms of the herd: head at hand times the standard weight of the species. */
    herdKg: column.decimal(),
    mgPerKg: column.rate('milligrams', 'herdKg', { per: 1, digits: 3 }),
    waiting: column.count({ drill: 'waiting' }),
    refused: column.count(),
    uses: column.count(),
    month: column.text(),
    disease: column.text(),
    classCode: column.dict('drug_class'),
  },
  tiles: [
    'asked',
    'inTimeShare',
    'treatments',
    'heads',
    'sheets',
    'antimicrobialShare',
    'grams',
    'mgPerKg',
    'waiting',
    'refused',
  ],
  table: [
    'asked',
    'answered',
    'inTimeShare',
    'treatments',
    'heads',
    'sheets',
    'antimicrobial',
    'antimicrobialShare',
    'offLabel',
    'amTreatments',
    'mgUnknown',
    'grams',
    'mgPerKg',
    'waiting',
    'refused',
  ],
  parts: {
    months: { wide: true, chart: { kind: 'bar', by: 'month', series: ['treatments', 'sheets'] } },
    diseases: { chart: { kind: 'ranking', by: 'disease', series: ['heads'] } },
    classes: { table: ['classCode', 'uses', 'grams'] },
  },
  drills: {
    asked: drillTo(consult, {
      regionCode: '$region',
      species: '$species',
      createdAtFrom: '$from',
      createdAtTo: '$to',
      status: 'waiting,offered,inProgress,needInfo,answered,following,closed',
    }),
    treatments: drillTo(treatment, {
      regionCode: '$region',
      species: '$species',
      treatedOnFrom: '$from',
      treatedOnTo: '$to',
      status: 'done',
    }),
    amTreatments: drillTo(treatment, {
      regionCode: '$region',
      species: '$species',
      treatedOnFrom: '$from',
      treatedOnTo: '$to',
      antimicrobial: 'true',
      status: 'done',
    }),
    sheets: sheets(),
    antimicrobial: sheets({ antimicrobial: 'true' }),
    offLabel: sheets({ offLabel: 'true' }),
    waiting: drillTo(animalWithdrawal, { regionCode: '$region', species: '$species', status: 'open' }),
  },
  note: true,
});
